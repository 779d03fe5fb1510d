/* Registers the functions that draw the parts of every calculator. */
{
  const room = (globalThis[Symbol.for("drillbook.plates")] ??= {});
  room.ready ??= new Promise((open) => {
    room.open = open;
  });
  /* The style sheet knows a part by its classes. They may arrive after it has been drawn, when nobody else listens for them. */
  const wearClasses = ({ model, el }) => {
    const addClasses = () => el.classList.add(...model.get("_dom_classes"));
    addClasses();
    model.on("change:_dom_classes", addClasses);
  };
  const draw = { head: drawHead, foot: drawFoot, list: drawList, table: drawTable };
  room.render = (context) => {
    wearClasses(context);
    return draw[context.model.get("part")](context);
  };
  room.open?.();

  /* bqplot lays a figure out anew only when the window changes; a room that grows or shrinks is told here. */
  if (!room.eyes && typeof ResizeObserver !== "undefined") {
    const sizes = new WeakMap();
    const resized = debounce(60, () => window.dispatchEvent(new Event("resize")));
    room.eyes = new ResizeObserver((seen) => {
      for (const one of seen) {
        const { width, height } = one.contentRect;
        const size = `${Math.round(width)} ${Math.round(height)}`;
        if (sizes.has(one.target) && sizes.get(one.target) !== size && width) resized();
        sizes.set(one.target, size);
      }
    });
  }
}
export default {};
