// What scripts share through `window`, and what TypeScript cannot know of a page. Only the type checker reads this file.

/* A selector says nothing about the kind of element it finds, and an event nothing about its target, so members of inputs, links and the
   like are known on all of them. */
interface EventTarget {
  readonly dataset?: DOMStringMap;
  type?: string;
  append?: Element["append"];
  closest?: Element["closest"];
  elements?: HTMLFormElement["elements"];
  getAttribute?: Element["getAttribute"];
  matches?: Element["matches"];
  parentElement?: Element | null;
  querySelector?: ParentNode["querySelector"];
  querySelectorAll?: ParentNode["querySelectorAll"];
  // biome-ignore lint/suspicious/noExplicitAny: a text for an input, a number for a progress bar
  value?: any;
}
interface Element {
  readonly dataset: DOMStringMap;
  readonly cells?: HTMLCollection;
  checked?: boolean;
  action?: string;
  content?: DocumentFragment;
  disabled?: boolean;
  focus(options?: FocusOptions): void;
  form?: HTMLFormElement | null;
  hash?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a boolean, or until-found
  hidden?: any;
  href?: string;
  name?: string;
  readonly offsetHeight?: number;
  readonly offsetLeft?: number;
  readonly offsetWidth?: number;
  onload?: unknown;
  open?: boolean;
  origin?: string;
  pathname?: string;
  search?: string;
  select?: () => void;
  src?: string;
  readonly style?: CSSStyleDeclaration;
  tabIndex?: number;
  target?: string;
  title?: string;
  type?: string;
}
interface Event {
  readonly ctrlKey?: boolean;
  readonly key?: string;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
}
interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}
interface WorkerOptions {
  extendedLifetime?: boolean;
}

/** Inputs or readings, by name, as an address writes them. */
type Values = Record<string, string>;

interface Window {
  /** The rulings, words and places of a chapter at the depth that the reader has chosen. */
  drillbookDepth: { reveal(element: Element): boolean; apply(depth: string): void };
  drillbookShare: {
    box(ruleset: string, query: () => string): Element;
    openBeside(mark: Element, ruleset: string, id: string): void;
    rows(mark: Element): string[];
  };
  drillbookHouseRules: {
    /** Return the readings that this browser has stored for a ruleset. */
    stored(ruleset: string): Values;
    /** Store readings; false where the browser keeps nothing. */
    store(ruleset: string, readings: Values): boolean;
    toQuery(readings: Values): string;
    quizQuery(ruleset: string): string;
    differing(ruleset: string, names: string): string[];
    note(ruleset: string, names: string): Element | null;
  };
  drillbookTooltips: {
    definitions(ruleset: string): Promise<{ words: Record<string, string[]>; rules: Record<string, string[]> }>;
    hide(): void;
  };
  drillbookPrint: { whenReady(button: Element): Promise<void> };
  drillbookReconnect: {
    queued: boolean;
    tryNow(): Promise<void>;
    showAsleep(words: string, verb: string): void;
    showQueued(words: string): void;
    hideQueued(): void;
  };
  drillbookKernelRequest: {
    session: string;
    /** The site's answer to the request for a kernel. */
    response: Promise<Response>;
    randomName(): string;
    /** Return the socket to a kernel, and what has been heard on it. */
    takeSocket(kernel: string): { id: string; socket: WebSocket; heard: MessageEvent[] };
  };
  drillbookConnectKernel: (
    id: string,
    opened: (comm: KernelComm, message: KernelMessage) => void,
    lost: (ended: boolean) => void,
  ) => KernelConnection;
  drillbookWidgets: {
    ready: Promise<AmdLoader>;
    loaded(amd: AmdLoader): void;
    load(): void;
    manager(amd: AmdLoader): WidgetManager;
  };
  drillbookPlates: {
    places: Element[];
    request(place: Element, address?: string, own?: boolean): boolean;
    idle?(): boolean;
    begin?(ask: (wanted: WantedPlate[]) => Promise<void>): void;
    find?(cell: string): Element | null;
    markFailed?(place: Element): void;
    keepPosition?(change: () => void): void;
  };
  drillbookSearch: { enhance(box: Element): void };
  drillbookTableForm: {
    read(form: Element): Values;
    write(form: Element, values: Values): void;
    fill(place: Element, written: string): void;
    watch(form: Element, changed: (input: string) => void): void;
    showOnly(form: Element, names: string[]): void;
    accepts(place: Element, value: string): boolean;
    inputs(form: Element): Element[];
  };
  drillbookTable: TableTools;
  drillbookSideUnits: { start(table: TableTools): void };
  drillbookControls: {
    control(input: PlateInput, send: Send, part: (...given: unknown[]) => PlateModel): PlateControl;
  };
  drillbookEdition: EditionConnection;
  requirejs?: unknown;
}

interface KernelMessage {
  header: { msg_type: string; msg_id?: string };
  parent_header: { msg_id?: string };
  metadata: object;
  // biome-ignore lint/suspicious/noExplicitAny: every kind of message has a content of its own
  content: any;
  buffers?: DataView[];
}
interface KernelComm {
  comm_id: string;
  send(data: object, callbacks?: object, metadata?: object, buffers?: ArrayBuffer[]): string;
  close(data?: object): string;
}
interface KernelConnection {
  id: string;
  connected: boolean;
  ended: boolean;
  leave?(): void;
  make?(comm: string): KernelComm;
}
interface AmdLoader {
  file(name: string, run: (...given: unknown[]) => void): void;
  // biome-ignore lint/suspicious/noExplicitAny: a package of others, without types
  get(name: string): any;
}
interface WidgetManager {
  show?(id: string, element: Element): Promise<unknown>;
  handle_comm_open(comm: KernelComm, message: KernelMessage): void;
}
interface WantedPlate {
  cell: string;
  address?: string;
  own?: boolean;
}
interface TableTools {
  short: string;
  // biome-ignore lint/suspicious/noExplicitAny: the page's own description of its tools
  told: any;
  // biome-ignore lint/suspicious/noExplicitAny: the tools of table.js
  tools: any[];
}
interface PlateControl {
  el: Element;
  // biome-ignore lint/suspicious/noExplicitAny: a text, or the rows of a table
  put(value: any): void;
  say?(words: string): void;
}
interface EditionConnection {
  state: string;
  home: string;
  progress?: number;
  /** Return where a link of the site leads in this edition. */
  localLink(link: string): string;
  /** Return what a path of this edition is called on the site. */
  sitePath(path: string): string;
  begin(): void;
  /** Return the status and the text of a reply of the worker. */
  ask(path: string, signal?: AbortSignal): Promise<[number, string]>;
  connectPlate(
    opening: (unheard: PlateMessage[]) => PlateMessage[],
    hear: (part: string, topics: PlateTopics) => void,
  ): Send;
  keepOffline(): Promise<void>;
}

/** What a calculator's part asks of ipywidgets' model, or of the edition's. */
interface PlateModel {
  get<Topic extends keyof PlateTopics>(topic: Topic): PlateTopics[Topic];
  on(what: string, act: () => void): void;
  off(what: string, act: () => void): void;
  send(said: PlateMessage): void;
  take?(topics: Partial<PlateTopics>): void;
}
interface PlatePart {
  model: PlateModel;
  el: HTMLElement;
  signal?: AbortSignal;
}

/* The machinery that the build writes beside engine.mjs. */
declare module "*/parts.mjs" {
  export const home: string;
  export const lock: string;
  export const remembered: boolean;
  export const weight: number;
}
declare module "*/pyodide.mjs" {
  // biome-ignore lint/suspicious/noExplicitAny: a package of others, which the build fetches
  export function loadPyodide(options: object): Promise<any>;
}

/* The three build scripts in edition/node run under node. */
declare module "node:fs";
declare module "node:os";
declare module "node:path";
declare module "node:readline";
declare module "node:url";
declare module "node:zlib";
// biome-ignore lint/suspicious/noExplicitAny: node's own
declare const process: any;
// biome-ignore lint/suspicious/noExplicitAny: node's own
declare const Buffer: any;

/* What a service worker has and a page has not. */
interface ServiceWorkerScope {
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ postMessage(message: object): void } | undefined>;
    matchAll(options: object): Promise<{ postMessage(message: object): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, act: (event: ServiceWorkerEvent) => void): void;
}
interface ServiceWorkerEvent {
  // biome-ignore lint/suspicious/noExplicitAny: what a page has sent
  readonly data: any;
  readonly ports: MessagePort[];
  readonly request: Request;
  readonly resultingClientId: string;
  respondWith(reply: Response | Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
