"use strict";
(() => {
  const run = JSON.parse(document.getElementById("run").textContent);
  const element = (name) => document.getElementById(name);
  // A state or arc that is not shown has no group.
  const group = (index) => element(run.things[index][0]);
  const words = (index) => run.things[index][1];
  const [slider, count, now, next] = ["slider", "count", "now", "next"].map(element);
  const figures = [...document.querySelectorAll("figure")];
  const log = [...document.querySelectorAll("[data-step]")];
  const play = document.querySelector('[data-go="play"]');
  const tabs = [...document.querySelectorAll("[data-show]")];
  const last = run.steps.length;
  const PERIOD = 1000;
  const PAD = 3;
  let current = 1;
  let playing = 0;
  let zoom = 1;
  let marked = [];

  const svg = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };

  // The frame is measured when it is first needed: a figure that is not shown has no size.
  const frame = (drawn) => {
    if (drawn.querySelector(":scope > .mark") || drawn.classList.contains("edge")) return;
    const box = drawn.getBBox();
    if (!box.width) return;
    const [x, y] = [box.x - PAD, box.y - PAD];
    const [width, height] = [box.width + 2 * PAD, box.height + 2 * PAD];
    drawn.append(
      svg("rect", { class: "mark", x, y, width, height }),
      svg("circle", { class: "badge", cx: x + width, cy: y, r: 7 }),
      svg("text", { class: "place", x: x + width, y: y + 3 }),
    );
  };

  const mark = (index, name, place = "") => {
    const drawn = group(index);
    if (!drawn) return undefined;
    frame(drawn);
    drawn.classList.add(name);
    const text = drawn.querySelector(":scope > .place");
    if (text && place) text.textContent = place;
    marked.push(drawn);
    return drawn;
  };

  // Into the middle of the view; of what is larger than that, the beginning is seen.
  const into = (view, thing) => {
    const [outer, inner] = [view.getBoundingClientRect(), thing.getBoundingClientRect()];
    const margin = (room, size) => Math.max((room - size) / 2, 2 * PAD);
    view.scrollBy({
      left: inner.left - outer.left - margin(outer.width, inner.width),
      top: inner.top - outer.top - margin(outer.height, inner.height),
    });
  };

  const show = (machine) => {
    for (const figure of figures.slice(1)) figure.toggleAttribute("data-idle", figure.dataset.machine !== machine);
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.show === machine));
  };

  // The machine beside that of the turn which moved last.
  const follow = () => {
    for (let number = current; number > 0; number--) {
      const moved = run.steps[number - 1].taken.map(group).filter(Boolean).map((drawn) => drawn.closest("figure"));
      const figure = moved.reverse().find((other) => other !== figures[0]);
      if (figure) return figure.dataset.machine;
    }
    return figures[1] ? figures[1].dataset.machine : "";
  };

  const paint = () => {
    for (const drawn of marked) drawn.classList.remove("active", "taken", "next");
    marked = [];
    const step = run.steps[current - 1];
    // What happens while the machines rest was led to by the arcs that were taken last.
    let before = current;
    while (before > 1 && !run.steps[before - 1].taken.length) before--;
    for (const index of run.steps[before - 1].taken) mark(index, "taken");
    step.next.forEach((index, place) => mark(index, "next", String(place + 1)));
    step.active.forEach((index) => {
      const drawn = mark(index, "active");
      const view = drawn && drawn.closest("figure:not([data-idle]) .picture");
      if (view) into(view, drawn);
    });
  };

  const tell = () => {
    const button = log[current - 1];
    const [what, rule] = [".what", ".rule"].map((part) => button.querySelector(part).textContent);
    now.textContent = `${button.dataset.place}: ${what}${rule ? ` (${rule})` : ""}`;
    const step = run.steps[current - 1];
    next.textContent = `Next in this turn: ${step.next.map(words).join(", ") || "nothing more"}`;
    figures.forEach((figure, number) => {
      figure.querySelector("output").textContent = words(step.active[number]);
    });
    for (const other of log) other.removeAttribute("aria-current");
    button.setAttribute("aria-current", "step");
    into(button.closest("ol"), button);
    slider.value = current;
    slider.setAttribute("aria-valuetext", now.textContent);
    count.textContent = `${current} of ${last}`;
  };

  const go = (number, remember = true) => {
    current = Math.min(Math.max(number, 1), last);
    show(follow());
    paint();
    tell();
    if (remember && location.protocol !== "about:") history.replaceState(null, "", `#step=${current}`);
    if (current === last) pause();
  };

  const pause = () => {
    clearInterval(playing);
    playing = 0;
    play.textContent = "Play";
  };

  const start = () => {
    if (current === last) go(1);
    playing = setInterval(() => go(current + 1), PERIOD);
    play.textContent = "Pause";
  };

  const resize = (factor) => {
    zoom = Math.min(Math.max(zoom * factor, 0.25), 8);
    document.documentElement.style.setProperty("--zoom", zoom);
    paint();
  };

  const actions = {
    first: () => go(1),
    back: () => go(current - 1),
    on: () => go(current + 1),
    last: () => go(last),
    play: () => (playing ? pause() : start()),
    smaller: () => resize(1 / 1.25),
    larger: () => resize(1.25),
  };
  const keys = {
    Home: "first", End: "last", ArrowLeft: "back", ArrowUp: "back", ArrowRight: "on", ArrowDown: "on",
    " ": "play", "+": "larger", "-": "smaller",
  };

  const jump = (drawn) => {
    const index = run.things.findIndex(([id]) => id === drawn.id);
    const enters = (number) => run.steps[number - 1].active.includes(index) &&
      !(number > 1 && run.steps[number - 2].active.includes(index));
    for (let ahead = 1; ahead <= last; ahead++) {
      const number = (current - 1 + ahead) % last + 1;
      if (enters(number)) return go(number);
    }
    return undefined;
  };

  for (const drawn of run.steps.flatMap((step) => step.active).map(group)) if (drawn) drawn.dataset.state = "";
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-go], [data-step], [data-show], [data-state]");
    if (!target) return;
    const { go: action, step, show: machine, state } = target.dataset;
    if (action !== "play" && !["smaller", "larger"].includes(action)) pause();
    if (action) actions[action]();
    else if (step) go(Number(step));
    else if (machine) { show(machine); paint(); }
    else if (state !== undefined) jump(target);
  });
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const pressed = event.target.closest("button") && event.key === " ";
    if (!action || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (action !== "play" && !["smaller", "larger"].includes(action)) pause();
    actions[action]();
  });
  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });

  const asked = () => Number((/^#step=(\d+)$/.exec(location.hash) || [0, 1])[1]);
  addEventListener("hashchange", () => go(asked(), false));
  go(asked(), false);
})();
