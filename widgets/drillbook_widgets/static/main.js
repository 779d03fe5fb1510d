/* Opens the room in which every part of every plate is drawn. */
{
  const room = (globalThis[Symbol.for("drillbook.plates")] ??= {});
  room.ready ??= new Promise((open) => { room.open = open; });
  const draw = { head: drawHead, foot: drawFoot, list: drawList, table: drawTable };
  room.render = (context) => draw[context.model.get("part")](context);
  room.open?.();

  /* bqplot lays a figure out anew only when the window changes; a column that grows or shrinks is told here. */
  if (!room.eyes && typeof ResizeObserver !== "undefined") {
    const widths = new WeakMap();
    const resized = later(60, () => window.dispatchEvent(new Event("resize")));
    room.eyes = new ResizeObserver((seen) => {
      for (const one of seen) {
        const wide = Math.round(one.contentRect.width);
        if (widths.has(one.target) && widths.get(one.target) !== wide && wide) resized();
        widths.set(one.target, wide);
      }
    });
  }
}
export default {};
