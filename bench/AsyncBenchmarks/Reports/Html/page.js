"use strict";
(async () => {
  const byId = id => document.getElementById(id);
  byId("results").ariaBusy = "true";

  // The data and the library that draws are gzipped: the page is a third as long.
  async function unpack(id) {
    const packed = byId(id).textContent;
    if (packed === "") return "";
    const bytes = new Blob([Uint8Array.from(atob(packed), letter => letter.charCodeAt(0))]);
    return new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  }

  const data = JSON.parse(await unpack("data"));
  document.head.append(Object.assign(document.createElement("script"), { textContent: await unpack("library") }));

  const all = "all";
  const narrow = matchMedia("(max-width: 640px)");
  const darkSystem = matchMedia("(prefers-color-scheme: dark)");
  let charts = [];

  // ---- The view, which the address holds: a link shows what was seen when it was copied.

  const defaults = () => ({ scenario: data.scenarios[0]?.name ?? "", runtime: data.runtimes[0]?.id ?? all, machine: data.machines.length > 1
      ? all : "0", find: "", sort: "", bars: "", theme: "", parameters: {} });
  let view = defaults();

  function readAddress() {
    const address = new URLSearchParams(location.hash.slice(1));
    view = defaults();
    for (const [name, value] of address) {
      if (name.startsWith("p.")) view.parameters[name.slice(2)] = value;
      else if (name !== "parameters" && name in view) view[name] = value;
    }
    if (!data.scenarios.some(scenario => scenario.name === view.scenario)) view.scenario = defaults().scenario;
    if (view.runtime !== all && !data.runtimes.some(runtime => runtime.id === view.runtime)) view.runtime = defaults().runtime;
    if (view.machine !== all && !data.machines[view.machine]) view.machine = defaults().machine;
  }

  function address(changed) {
    const wanted = { ...view, ...changed }, usual = defaults(), words = new URLSearchParams();
    for (const name of ["scenario", "runtime", "machine", "find", "sort", "bars", "theme"]) {
      if (wanted[name] !== usual[name] || name === "scenario") words.set(name, wanted[name]);
    }
    for (const [name, value] of Object.entries(wanted.parameters)) {
      if (value !== all) words.set("p." + name, value);
    }
    return "#" + words;
  }

  function change(changed) {
    Object.assign(view, changed);
    history.replaceState(null, "", address({}));
    show();
  }

  // ---- Elements.

  function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === null || value === undefined) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value);
    }
    element.append(...children.filter(child => child !== null));
    return element;
  }

  // ---- What is chosen.

  const rowsOfScenario = () => data.rows.filter(row => row.scenario === view.scenario);
  const words = row => [row.method, row.library, row.categories, ...row.parameters.map(pair => pair[1])].join(" ").toLowerCase();

  // A runtime or machine that the scenario has no rows of stays chosen for the next scenario, and here all are shown.
  const runtimeHere = () => rowsOfScenario().some(row => row.runtime === view.runtime) ? view.runtime : all;
  const machineHere = () => rowsOfScenario().some(row => row.machine === Number(view.machine)) ? view.machine : all;

  function isChosen(row, runtime, machine) {
    return (runtime === all || row.runtime === runtime)
      && (machine === all || row.machine === Number(machine))
      && row.parameters.every(([name, value]) => !(name in view.parameters) || view.parameters[name] === all
          || view.parameters[name] === value)
      && view.find.toLowerCase().split(/\s+/).every(word => words(row).includes(word));
  }

  // ---- Above the results.

  function showNavigation() {
    // The same links as before: one of them may have the focus.
    if (!byId("scenarios").children.length) byId("scenarios").append(...data.scenarios.map(scenario => make("a", {}, scenario.name)));
    for (const link of byId("scenarios").children) {
      link.href = address({ scenario: link.textContent, parameters: {}, sort: "", bars: "" });
      if (link.textContent === view.scenario) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  function select(id, label, options, value, onchange) {
    const list = make("select", { id, onchange: event => onchange(event.target.value) },
      ...options.map(([key, text]) => make("option", { value: key }, text)));
    list.value = value;
    return field(id, label, list);
  }

  const field = (id, label, control) => make("div", { class: "field" }, make("label", { for: id }, label), control);

  function showControls() {
    const focused = document.activeElement?.id;
    const position = document.activeElement?.selectionStart;
    const controls = [];
    const has = value => rowsOfScenario().some(row => row.runtime === value);
    controls.push(select("runtime", "Runtime",
      [...data.runtimes.filter(runtime => has(runtime.id)).map(runtime => [runtime.id, runtime.name]), ...data.runtimes.length > 1
          ? [[all, "All runtimes"]] : []],
      runtimeHere(), runtime => change({ runtime })));
    if (data.machines.length > 1) {
      controls.push(select("machine", "Machine",
          [[all, "All machines"], ...data.machines.map((machine, index) => [String(index), machine.name])],
        machineHere(), machine => change({ machine })));
    }
    const parameters = new Map();
    for (const [name, value] of rowsOfScenario().flatMap(row => row.parameters)) {
      parameters.set(name, (parameters.get(name) ?? new Set()).add(value));
    }
    for (const [name, values] of parameters) {
      if (values.size > 1) {
        controls.push(select("p." + name, name, [[all, "All"], ...[...values].map(value => [value, value])],
          view.parameters[name] ?? all, value => change({ parameters: { ...view.parameters, [name]: value } })));
      }
    }
    const figures = Charts.figures(rowsOfScenario());
    if (figures.length > 0 && typeof echarts !== "undefined") {
      controls.push(select("bars", "Bars",
          [["", "What it is about"], ...figures.map(figure => [figure.key, figure.title]), ["time", "Time and allocated bytes"]],
        view.bars, bars => change({ bars })));
    }
    controls.push(field("find", "Filter", make("input", {
      id: "find", type: "search", placeholder: "library, category …", autocomplete: "off", spellcheck: "false", value: view.find,
      oninput: event => change({ find: event.target.value }),
    })));
    byId("controls").replaceChildren(...controls);
    if (focused && byId("controls").querySelector(`[id="${CSS.escape(focused)}"]`)) {
      byId(focused).focus();
      if (focused === "find") byId("find").setSelectionRange(position, position);
    }
  }

  // ---- Tables.

  const text = (name, get) => ({ name, get, show: row => get(row) || "\u2013" });
  const amount = (name, get, show) => ({ name, get, show: row => get(row) === null ? "\u2013" : show(get(row), row), isNumber: true });
  const collections = (name, get) => amount(name, get, value => value > 0 ? value.toFixed(4) : "\u2013");

  function columns(rows) {
    const parameters = [...new Set(rows.flatMap(row => row.parameters.map(pair => pair[0])))];
    const figures = [...new Set(rows.flatMap(row => row.figures.map(figure => figure.name)))];
    return [
      text("Method", row => row.method),
      ...rows.some(row => row.categories) ? [text("Categories", row => row.categories)] : [],
      ...parameters.map(name => text(name, row => row.parameters.find(pair => pair[0] === name)?.[1])),
      amount("Mean", row => row.mean, (value, row) => `${Charts.time(value)} \u00b1 ${Charts.time(row.error)}`),
      ...rows.some(row => row.ratio !== null)
          ? [amount("Ratio", row => row.ratio, (value, row) => (row.isOpen ? "= " : "") + value.toFixed(2)
        + (row.ratioLower === null ? "" : ` [${row.ratioLower.toFixed(2)}, ${row.ratioUpper.toFixed(2)}]`))] : [],
      amount("Allocated", row => row.allocated, Charts.bytes),
      amount("Survived", row => row.survived, Charts.bytes),
      collections("Gen0", row => row.gen0),
      collections("Gen1", row => row.gen1),
      collections("Gen2", row => row.gen2),
      ...figures.map(name => ({
        name, isNumber: true,
        get: row => row.figures.find(figure => figure.name === name)?.value ?? null,
        show: row => row.figures.find(figure => figure.name === name)?.text ?? "\u2013",
      })),
    ];
  }

  function sorted(rows, all) {
    const [name, direction] = splitSort();
    const column = all.find(candidate => candidate.name === name);
    if (!column) return rows;
    const sign = direction === "desc" ? -1 : 1;
    const missing = row => { const value = column.get(row); return value === null || value === undefined; };
    return [...rows].sort((a, b) =>
      missing(a) || missing(b) ? missing(a) - missing(b)
      : sign * (column.isNumber ? column.get(a) - column.get(b)
          : String(column.get(a)).localeCompare(String(column.get(b)), "en", { numeric: true })));
  }

  function splitSort() {
    const dot = view.sort.lastIndexOf(".");
    return dot < 0 ? ["", ""] : [view.sort.slice(0, dot), view.sort.slice(dot + 1)];
  }

  function headerCell(column) {
    const [name, direction] = splitSort();
    const state = name !== column.name ? "none" : direction === "desc" ? "descending" : "ascending";
    const next = state === "none" ? column.name + ".asc" : state === "ascending" ? column.name + ".desc" : "";
    return make("th", { scope: "col", class: column.isNumber ? "number" : null, "aria-sort": state },
      make("button", { type: "button", "data-sort": column.name, onclick: event => {
        const table = event.target.closest("[data-section]").dataset.section;
        change({ sort: next });
        document.querySelector(`[data-section="${table}"] [data-sort="${CSS.escape(column.name)}"]`)?.focus();
      } }, column.name));
  }

  let reasons = 0;

  function bodyRow(row, shown, isFirst) {
    const numbers = shown.findIndex(column => column.isNumber);
    const kind = [row.kind === "other" ? "" : row.kind, isFirst ? "first" : ""].join(" ").trim();
    const cells = (row.mean === null ? shown.slice(0, numbers) : shown).map((column, index) => index === 0
      ? make("th", { scope: "row", title: column.show(row) }, column.show(row))
      : make("td", { class: column.isNumber ? "number" : null }, column.show(row)));
    if (row.mean === null) {
      const id = "reason" + reasons++;
      cells.push(make("td", { colspan: shown.length - numbers, class: "missing" },
        make("button", { type: "button", class: "na", "aria-describedby": id, "data-tip": row.reason }, "NA"),
        make("span", { id }, row.reason)));
    }
    return make("tr", { class: kind || null }, ...cells);
  }

  function table(rows, title, index) {
    const shown = columns(rows);
    const body = sorted(rows, shown);
    const group = row => row.parameters.map(pair => pair[1]).join("/");
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table: " + title, "data-section": index },
      make("table", {},
        make("caption", { class: "visually-hidden" }, title),
        make("thead", {}, make("tr", {}, ...shown.map(headerCell))),
        make("tbody", {}, ...body.map((row, at) => bodyRow(row, shown, !view.sort && at > 0 && group(body[at - 1]) !== group(row))))));
  }

  // ---- Charts.

  const themeName = () => view.theme || (darkSystem.matches ? "dark" : "light");
  const escape = words => String(words).replace(/[&<>"]/g, letter => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[letter]);

  function legend(shown, theme) {
    if (shown.series.length < 2) return null;
    const kinds = ["ours", "other"].filter(kind => shown.bars.some(bar => bar?.row.kind === kind));
    return make("ul", { class: "legend" }, ...shown.series.map((name, index) => make("li", {},
      ...kinds.map(kind => make("i", { style: "background:" + Charts.shade(theme, kind, index, shown.series.length) })), name)));
  }

  function tooltip(shown) {
    return {
      trigger: "item", confine: true, borderWidth: 0,
          backgroundColor: getComputedStyle(document.documentElement).getPropertyValue("--bubble"),
      textStyle: { color: getComputedStyle(document.documentElement).getPropertyValue("--bubble-ink"), fontSize: 13 },
      extraCssText: "max-width:min(340px,90vw);white-space:normal",
      formatter: point => {
        const row = shown.bars[point.dataIndex]?.row;
        if (!row) return "";
        const head = `<b>${escape(row.method)}</b> ${escape(Charts.seriesName(row))}<br>`;
        if (row.mean === null) return head + escape("NA: " + row.reason);
        return head + `${escape(Charts.time(row.mean))} \u00b1 ${escape(Charts.time(row.error))}<br>`
          + (row.allocated === null ? "bytes not known" : Charts.bytes(row.allocated) + " allocated")
          + (row.survived === null ? "" : `, ${Charts.bytes(row.survived)} survived`)
          + row.figures.map(figure => `<br>${escape(figure.name)}: ${escape(figure.text)}`).join("")
          + (row.ratio === null ? "" : `<br>ratio ${row.isOpen ? "= " : ""}${row.ratio.toFixed(2)} (to ${escape(row.reference)})`);
      },
    };
  }

  function chart(rows, title, measures, extents) {
    if (rows.every(row => row.mean === null)) return "";
    const theme = Charts.themes[themeName()];
    const shown = Charts.view(rows);
    if (typeof echarts === "undefined") {
      const { scenario, runtime, machine } = rows[0];
      const picture = data.pictures.find(drawn => drawn.scenario === scenario && drawn.runtime === runtime && drawn.machine === machine);
      return picture
        ? make("img", { class: "chart", alt: `Bar chart of all rows: ${title}. The table after it has the same numbers.`,
            src: "data:image/svg+xml," + encodeURIComponent(picture.svg) })
        : make("p", { class: "notice" }, data.noCharts);
    }
    const place = make("div", {
      class: "chart", role: "img", "aria-label": `Bar chart: ${title}. The table after it has the same numbers.`,
    });
    charts.push({ place, draw: () => {
      const layout = { measures, width: place.clientWidth, isNarrow: place.clientWidth < 640,
          font: getComputedStyle(document.body).fontFamily };
      if (layout.width === 0) return;
      const height = Charts.height(shown, layout);
      place.style.height = height + "px";
      const drawn = echarts.getInstanceByDom(place) ?? echarts.init(place, null, { renderer: "svg", width: layout.width, height });
      drawn.resize({ width: layout.width, height });
      drawn.setOption({ ...Charts.option(shown, extents, theme, layout), tooltip: tooltip(shown) }, true);
    } });
    return make("div", {}, legend(shown, theme), place);
  }

  // ---- Everything.

  function showTheme() {
    document.documentElement.dataset.theme = themeName();
    byId("theme").textContent = themeName() === "dark" ? "Light theme" : "Dark theme";
  }

  function section(rows, index) {
    const runtime = data.runtimes.find(candidate => candidate.id === rows[0].runtime)?.name ?? rows[0].runtime;
    const title = data.machines.length > 1 ? `${runtime}, ${data.machines[rows[0].machine].name}` : runtime;
    return { title, rows, index };
  }

  function sections() {
    const groups = new Map();
    const runtime = runtimeHere(), machine = machineHere();
    for (const row of rowsOfScenario().filter(row => isChosen(row, runtime, machine))) {
      const key = row.machine + "/" + row.runtime;
      groups.set(key, [...groups.get(key) ?? [], row]);
    }
    return [...groups.values()].map(section);
  }

  function show() {
    const scenario = data.scenarios.find(candidate => candidate.name === view.scenario);
    reasons = 0;
    hideTip();
    showTheme();
    showNavigation();
    showControls();
    charts.forEach(drawn => { if (typeof echarts !== "undefined") echarts.getInstanceByDom(drawn.place)?.dispose(); });
    charts = [];
    const parts = sections();
    const chosen = parts.flatMap(part => part.rows);
    const measures = Charts.measures(chosen, view.bars);
    const extents = Charts.ranges(chosen, measures);
    byId("scenario").textContent = view.scenario;
    byId("description").textContent = scenario?.description ?? "";
    const total = rowsOfScenario().length;
    byId("count").textContent = chosen.length === total ? `${total} rows` : `${chosen.length} of ${total} rows`;
    byId("sections").replaceChildren(...parts.map(part => make("section", {},
      make("h3", {}, part.title),
      chart(part.rows, `${view.scenario}, ${part.title}`, measures, extents),
      table(part.rows, `${view.scenario}, ${part.title}`, part.index))));
    if (parts.length === 0) byId("sections").append(make("p", { class: "notice" },
        "Nothing is left. Clear the filter, or choose another runtime."));
    const machines = data.machines.filter((machine, index) => view.machine === all || index === Number(view.machine));
    byId("warnings").replaceChildren(...[...new Set(machines.flatMap(machine => machine.warnings))].map(line => make("li", {}, line)));
    byId("notes").replaceChildren(...(scenario?.notes ?? []).map(line => make("li", {}, line)));
    byId("notes-section").hidden = !scenario?.notes.length;
    byId("machine-line").textContent = data.machines.length === 1 ? data.machines[0].name : `${data.machines.length} machines`;
    charts.forEach(drawn => drawn.draw());
  }

  function showOrigins() {
    byId("origins").replaceChildren(...data.machines.flatMap(machine => [
      ...data.machines.length > 1 ? [make("h3", {}, machine.name)] : [],
      ...machine.origins.map(lines => make("dl", {}, ...lines.flatMap(([name, value]) => [
        make("dt", {}, name),
        make("dd", {}, name === "Again with" ? make("code", {}, value) : value),
      ]))),
    ]));
  }

  // ---- Reasons, for those who point and for those who walk with the keyboard; screen readers have them as descriptions.

  let tipTarget = null;

  function showTip(target) {
    tipTarget = target;
    const tip = byId("tip"), box = target.getBoundingClientRect();
    tip.textContent = target.dataset.tip;
    tip.hidden = false;
    tip.style.left = Math.max(12, Math.min(box.left, innerWidth - tip.offsetWidth - 12)) + "px";
    tip.style.top = (box.bottom + 8 + tip.offsetHeight < innerHeight ? box.bottom + 8 : Math.max(8, box.top - 8 - tip.offsetHeight)) + "px";
  }

  function hideTip() {
    tipTarget = null;
    byId("tip").hidden = true;
  }

  // A finger that has tapped is over nothing, and some browsers then say that a mouse has left: only a real mouse hides by leaving.
  for (const [shows, hides, counts] of [
    ["pointerover", "pointerout", event => event.pointerType === "mouse"],
    ["focusin", "focusout", () => true],
  ]) {
    document.addEventListener(shows,
        event => { const target = event.target.closest("[data-tip]"); if (target && counts(event)) showTip(target); });
    document.addEventListener(hides, event => { if (event.target.closest("[data-tip]") && counts(event)) hideTip(); });
  }
  document.addEventListener("click",
      event => { const target = event.target.closest("[data-tip]"); if (target) showTip(target); else hideTip(); });
  document.addEventListener("keydown", event => { if (event.key === "Escape") hideTip(); });
  // What gets the focus is scrolled to: the reason goes along.
  document.addEventListener("scroll", () => { if (tipTarget) showTip(tipTarget); }, true);

  document.querySelector(".skip").addEventListener("click", event => { event.preventDefault(); byId("results").focus(); });
  byId("controls").addEventListener("submit", event => event.preventDefault());
  byId("theme").addEventListener("click", () => change({ theme: themeName() === "dark" ? "light" : "dark" }));
  byId("copy").addEventListener("click", async () => {
    history.replaceState(null, "", address({}));
    try {
      await navigator.clipboard.writeText(location.href);
      byId("copy").textContent = "Copied";
    } catch {
      byId("copy").textContent = "Copy the address";
    }
    setTimeout(() => { byId("copy").textContent = "Copy link"; }, 2000);
  });
  darkSystem.addEventListener("change", show);
  addEventListener("hashchange", () => {
    readAddress();
    show();
  });
  let resizing;
  addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => charts.forEach(drawn => drawn.draw()), 60);
  });

  readAddress();
  showOrigins();
  show();
  byId("results").removeAttribute("aria-busy");
})();
