/* The page's connection to its kernel: Jupyter's protocol over one WebSocket, with a comm for each widget. A broken
   connection is opened again a few times; one that the site has closed for good is reported. */
window.drillbookConnectKernel = (() => {
  "use strict";
  const AGAIN = [200, 500, 1000, 2000, 3000]; /* milliseconds between two tries to come back */
  const ENDED = 4001;
  const coder = new TextEncoder();
  const reader = new TextDecoder();

  function pack(message) {
    const parts = [
      message.channel,
      ...["header", "parent_header", "metadata", "content"].map((part) => JSON.stringify(message[part])),
    ].map((part) => coder.encode(part));
    for (const one of message.buffers || [])
      parts.push(
        ArrayBuffer.isView(one) ? new Uint8Array(one.buffer, one.byteOffset, one.byteLength) : new Uint8Array(one),
      );
    const head = 8 * (parts.length + 2);
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, head));
    const table = new DataView(whole.buffer);
    table.setBigUint64(0, BigInt(parts.length + 1), true);
    let at = head;
    parts.forEach((part, index) => {
      table.setBigUint64(8 * (index + 1), BigInt(at), true);
      whole.set(part, at);
      at += part.length;
    });
    table.setBigUint64(8 * (parts.length + 1), BigInt(at), true);
    return whole;
  }

  function unpack(raw) {
    const table = new DataView(raw);
    const offsets = Array.from({ length: Number(table.getBigUint64(0, true)) }, (_, index) =>
      Number(table.getBigUint64(8 * (index + 1), true)),
    );
    const part = (index) => new Uint8Array(raw, offsets[index], offsets[index + 1] - offsets[index]);
    const said = (index) => JSON.parse(reader.decode(part(index)));
    const buffers = offsets.slice(5, -1).map((at, index) => new DataView(raw.slice(at, offsets[index + 6])));
    return { header: said(1), parent_header: said(2), metadata: said(3), content: said(4), buffers };
  }

  /* One kernel. heard: is called with a new widget's line of talk and its first message. lost: with true where the
     connection is gone for good, with false where it is tried to make it anew. */
  return (id, heard, lost) => {
    const { randomName, session } = window.drillbookKernelRequest;
    const comms = new Map();
    const answers = new Map(); /* whom to tell what is said about a message */
    const waiting = [];
    const kernel = { id, connected: false, ended: false };
    let socket = null;
    let tries = 0;

    class Comm {
      constructor(comm) {
        this.comm_id = comm;
        this.early = [];
        this.hear = null;
        this.closed = null;
        comms.set(comm, this);
      }
      on_msg(hear) {
        this.hear = hear;
        this.early.splice(0).forEach(hear);
      }
      on_close(closed) {
        this.closed = closed;
      }
      take(message) {
        if (this.hear) this.hear(message);
        else this.early.push(message);
      }
      send(data, callbacks, metadata, buffers) {
        return sendMessage("comm_msg", { comm_id: this.comm_id, data }, callbacks, metadata, buffers);
      }
      close(data) {
        comms.delete(this.comm_id);
        return sendMessage("comm_close", { comm_id: this.comm_id, data: data || {} });
      }
    }

    function sendMessage(kind, content, callbacks, metadata, buffers) {
      const header = {
        msg_id: randomName(),
        msg_type: kind,
        session,
        username: "",
        version: "5.3",
        date: new Date().toISOString(),
      };
      if (callbacks) answers.set(header.msg_id, callbacks);
      const raw = pack({ channel: "shell", header, parent_header: {}, metadata: metadata || {}, content, buffers });
      if (kernel.connected) socket.send(raw);
      else if (!kernel.ended) waiting.push(raw);
      return header.msg_id;
    }

    function receive(message) {
      const { header, parent_header: parent, content } = message;
      const comm = comms.get(content.comm_id);
      if (header.msg_type === "comm_open") heard(new Comm(content.comm_id), message);
      else if (header.msg_type === "comm_msg") comm?.take(message);
      else if (header.msg_type === "comm_close") {
        comms.delete(content.comm_id);
        comm?.closed?.(message);
      } else if (header.msg_type === "status") {
        answers.get(parent.msg_id)?.iopub?.status?.(message);
        if (content.execution_state === "idle") answers.delete(parent.msg_id);
      }
    }

    /* What was asked before the connection broke is never answered: whoever waits for it need not any more. */
    function release() {
      for (const [asked, callbacks] of [...answers]) {
        answers.delete(asked);
        callbacks.iopub?.status?.({ content: { execution_state: "idle" }, parent_header: { msg_id: asked } });
      }
    }

    function open() {
      const { socket: made, heard: early } = window.drillbookKernelRequest.takeSocket(id);
      socket = made;
      socket.onopen = () => {
        kernel.connected = true;
        tries = 0;
        waiting.splice(0).forEach((raw) => socket.send(raw));
      };
      socket.onmessage = (event) => receive(unpack(event.data));
      socket.onclose = (event) => {
        kernel.connected = false;
        if (kernel.ended) return;
        release();
        kernel.ended = event.code === ENDED || tries >= AGAIN.length;
        lost(kernel.ended);
        if (!kernel.ended)
          setTimeout(() => {
            if (!kernel.ended) open();
          }, AGAIN[tries++]);
      };
      if (socket.readyState === WebSocket.OPEN) socket.onopen();
      else if (socket.readyState !== WebSocket.CONNECTING) socket.onclose({ code: 0 });
      early.forEach(socket.onmessage);
    }

    /* Let it go. */
    kernel.leave = () => {
      kernel.ended = true;
      socket.close(1000);
    };
    kernel.make = (comm) => comms.get(comm) || new Comm(comm);
    open();
    return kernel;
  };
})();
