/* Asks the site for this page's kernel before the text is read in, and opens the socket as soon as the kernel has a
   name. Messages that come meanwhile wait for kernel_connection.js. */
window.drillbookKernelRequest = (() => {
  const PROTOCOL = "v1.kernel.websocket.jupyter.org";
  const request = /** @type {Window["drillbookKernelRequest"]} */ ({});
  let early = null;
  let taken = false;
  request.randomName = () =>
    crypto
      .getRandomValues(new Uint32Array(4))
      .reduce((text, number) => text + number.toString(16).padStart(8, "0"), "");
  request.session = request.randomName();

  function open(id) {
    const where = new URL(`/api/kernels/${id}/channels?session_id=${request.session}`, location.href);
    where.protocol = where.protocol.replace("http", "ws");
    const socket = new WebSocket(where, PROTOCOL);
    socket.binaryType = "arraybuffer";
    return { id, socket, heard: [] };
  }
  /* A socket to that kernel, with what has been heard on it: the early one, else a new one. */
  request.takeSocket = (id) => {
    const first = early && early.id === id ? early : open(id);
    early = null;
    taken = true;
    return first;
  };
  /* Only the name is wanted here; kernel_session.js hears all that is said, and may hear it first. */
  async function listen(response) {
    const reader = response.body.getReader();
    const text = new TextDecoder();
    for (let said = ""; !early && !taken; ) {
      const { done, value } = await reader.read();
      if (done) return;
      said += text.decode(value, { stream: true });
      const found = !taken && said.match(/^\{"kernel":"([0-9a-f-]+)"\}$/m);
      if (!found) continue;
      early = open(found[1]);
      const { socket, heard } = early;
      socket.onmessage = (event) => heard.push(event);
    }
    reader.cancel();
  }

  const xsrf = document.cookie.split("; ").find((part) => part.startsWith("_xsrf="));
  request.response = fetch("/live", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf ? decodeURIComponent(xsrf.slice(6)) : "" },
    body: JSON.stringify({ chapter: document.currentScript.dataset.chapter }),
  });
  request.response.then((response) => listen(response.clone())).catch(() => {}); /* kernel_session.js says so */
  return request;
})();
