/* Messages between a calculator and its page: what the kernel or the edition's worker sends, by topic, and what the page sends back.
   Python writes the topics in plate/view_model.py and its neighbours; Controller.hear reads the messages. Only the type checker
   reads this file. */

/**
 * What a reader does. Each message names it in `do`.
 *
 * @typedef {|
 *   { do: "ready" | "drop" | "reset" | "pin" | "unpin" | "own" | "mine" | "stop" } |
 *   { do: "grab", hold: number } |
 *   { do: "move", x: number, y: number } |
 *   { do: "nudge", hold: number, right: number, up: number } |
 *   { do: "choose", cell: number } |
 *   { do: "type", name: string, text: string } |
 *   { do: "step", name: string, by: number, far: boolean } |
 *   { do: "set", text: string, name?: string } |
 *   { do: "list", chosen: string[], name?: string } |
 *   { do: "rows", rows: string[][], name?: string } |
 *   { do: "read", ruling: string, letter: string } |
 *   { do: "keep", settled: Values } |
 *   { do: "house", readings: Values, others: Record<string, Values> } |
 *   { do: "open", address: string, own?: boolean } |
 *   { do: "begin", address: string, picture?: string, beside?: string, link?: string, own?: boolean, base: string } |
 *   { do: "tab" | "picture", name: string } |
 *   { do: "how", how: string } |
 *   { do: "luck", text: string } |
 *   { do: "roll", throws: string, seed: string }
 * } PlateMessage
 */
/** @typedef {(said: PlateMessage) => void} Send */

/**
 * An input of the form. shape: "slider", "segments", "menu", "list" or "table"; letters: how wide a number can become; low, high,
 * step, options, fixed and marks: only in the edition, whose controls are no widgets.
 *
 * @typedef {{ name: string, label: string, help?: string, shape: string, unit?: string, range?: string, letters?: number,
 *   low?: string, high?: string, step?: string, options?: [string, string][], fixed?: FixedPart, marks?: string[] }} PlateInput
 */

/**
 * What an input shows beside its control. wrong: a complaint; off: why it does not apply; end: whether the value is the lowest or
 * the highest; needed, most: how many columns of a table are in use.
 *
 * @typedef {{ value?: string, words?: string, ticks?: RuleTick[], other?: string, end?: "low" | "high", most?: number,
 *   needed?: number, wrong?: string, off?: string }} InputState
 */
/** A value at which the rules change. at: percent of the track. @typedef {{ at: number, words: string, said: string }} RuleTick */

/** A step's or a rule's place in the text. @typedef {{ rule?: string, section?: string, page?: string, words?: string }} RulePlace */
/** @typedef {RulePlace & { mark: string, label: string, asks?: string }} StepLine */

/**
 * A reading in force that is not the book's own. ours: the letter of the book's own.
 *
 * @typedef {{ ruling: string, named: string, title: string, words: string, rule: string, page: string, ours: string }} ChosenReading
 */
/** @typedef {{ here?: string[], open?: string[], settled?: string[] }} HouseTopic */
/** @typedef {{ line?: string, address: string, mine: string, ruleset: string, settled: Values }} SharedInputsTopic */

/**
 * The answer as the head shows it. own: the address that the reader comes back to; href: the permalink.
 *
 * @typedef {{ headline?: string, odds?: string, refused?: boolean, situation?: [string, string][], readings?: ChosenReading[],
 *   rule?: RulePlace, complaint?: string, instead?: string, address?: string, own?: string, refusals?: number, href?: string,
 *   inputs?: Record<string, InputState>, kept?: SharedInputsTopic, house?: HouseTopic }} FaceTopic
 */

/** @typedef {{ kind: string, brief?: boolean, rows: (RulePlace & { label: string, ok?: boolean | null })[] }} SheetTopic */
/**
 * The picture's words, without the drawing. hands: what can be done with it; high: its height in pixels.
 *
 * @typedef {{ none?: boolean, caption?: string, names?: string[], shown?: string, sheet?: SheetTopic, framed?: boolean | string,
 *   high?: number, hands?: string[], key?: { shape?: string, color: string, name: string }[], hows?: string[], how?: string,
 *   near?: string, pinned?: string, pinnedAs?: string, drawn?: boolean }} PictureTopic
 */

/** A mark that can be moved. rim: a circle's centre, radius, facing and width. @typedef {{ x: number, y: number, name: string,
 *   words: string, low?: number, high?: number, now?: number, rim?: number[] }} Hold */
/**
 * What a hand can take hold of, in the picture's units. frame: west, east, south, north; cells: west, south, east, north, row,
 * column, whether chosen, label.
 *
 * @typedef {{ heard?: number, frame?: number[], jumps?: boolean, holds?: Hold[],
 *   cells?: [number, number, number, number, number, number, boolean, string][] }} GripsTopic
 */

/** @typedef {{ lines?: StepLine[], readings?: ChosenReading[], house?: HouseTopic }} WhyTopic */
/** @typedef {{ letter: string, words: string, used: boolean, usual: boolean, differs?: boolean, headline?: string }} ReadingLine */
/** @typedef {{ name: string, title: string, problem: string, section: string, switchable: boolean, lines: ReadingLine[],
 *   differs: boolean }} RulingReadings */
/** @typedef {{ address?: string, known?: boolean, rulings?: RulingReadings[], same?: boolean }} OtherwiseTopic */
/** @typedef {{ pinned?: string, now?: string, difference?: string, changed?: string[], addresses?: string[] }} PinTopic */
/** @typedef {{ noun?: string, given?: string, ordered?: boolean, dice?: number, options?: string[], wrong?: string, read?: string,
 *   lines?: [string, string][], words?: string }} LuckTopic */
/** @typedef {{ choices?: number[], throws?: number, seed?: number, done?: number, wrong?: string, words?: string,
 *   rows?: string[][] }} RollTopic */
/** @typedef {{ tables?: { caption: string, head: string[], rows: string[][], more: number }[] }} TableTopic */
/** @typedef {{ words: string, detail?: string, amount: string, boxes?: number }} PaperEntry */
/** @typedef {{ heading: string, blanks?: string[], entries: PaperEntry[] }} PaperGroup */
/** @typedef {{ size: number, path: string }} QrCode */
/** @typedef {{ title: string, headline: string, odds?: string, situation?: [string, string][], readings?: string[],
 *   groups?: PaperGroup[], steps?: [string, string, string][], otherwise?: [string, string][], code?: QrCode, credit: string,
 *   link: string }} PaperTopic */
/** @typedef {{ link?: string, text?: string, markdown?: string, bbcode?: string, discord?: string, paper?: PaperTopic,
 *   address?: string, kin?: [string, string][] }} ShareTopic */

/** A column of a table of rows. @typedef {{ name: string, label: string, help?: string, first: string, unit: string, shape: string,
 *   counts?: boolean, low?: string, high?: string, options?: { key: string, words: string }[] }} TableField */
/** What never changes of a part: of the head the question, of a list or a table its options or columns.
 * @typedef {{ question?: string, title?: string, help?: string, inputs?: PlateInput[], label?: string, noun?: string, low?: number,
 *   high?: number, fields?: TableField[], options?: { key: string, words: string }[] }} FixedPart */

/**
 * All topics. asked: the address of the answer; usual: its headline by the book's own readings; rows: what a list or table holds;
 * part: which part this is.
 *
 * @typedef {{ part: "head" | "foot" | "list" | "table", _dom_classes: string[], fixed: FixedPart, asked: string, face: FaceTopic,
 *   usual: { address?: string, headline?: string }, tabs: string[], picture: PictureTopic, grips: GripsTopic, why: WhyTopic,
 *   otherwise: OtherwiseTopic, pin: PinTopic, luck: LuckTopic, roll: RollTopic, table: TableTopic, share: ShareTopic,
 *   rows: { chosen?: string[], rows?: string[][] } }} PlateTopics
 */
