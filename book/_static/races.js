// Filters the page of races. No dependency; without this script every row is shown.
"use strict";

function setUpRaces(page) {
  const form = page.querySelector(".mlc-filter");
  const [search, part, ratio, open, count] = ["search", "part", "ratio", "open", "count"].map((name) =>
    form.querySelector(`#mlc-${name}`)
  );
  const groups = [...page.querySelectorAll(".mlc-group")].map((group) => ({
    group,
    title: group.querySelector("h3").textContent.toLowerCase(),
    races: [...group.querySelectorAll(".mlc-race")],
    rows: [...group.querySelectorAll("tbody tr")].map((row) => ({ row, words: row.textContent.toLowerCase() })),
  }));

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    let lines = 0;
    groups.forEach(({ group, title, races, rows }) => {
      let kept = 0;
      rows.forEach(({ row, words }) => {
        const found = title.includes(wanted) || words.includes(wanted);
        row.hidden = !found || (ratio.value && row.dataset.ratio !== ratio.value);
        kept += !row.hidden;
      });
      races.forEach((race) => {
        race.hidden = !race.querySelector("tbody tr:not([hidden])");
      });
      group.hidden = !kept || Boolean(part.value && group.dataset.part !== part.value);
      lines += group.hidden ? 0 : kept;
    });
    page.querySelectorAll("h2").forEach((heading) => {
      heading.hidden = !groups.some(({ group }) => !group.hidden && group.dataset.part === heading.dataset.part);
    });
    count.textContent = `${lines} rows in ${groups.filter(({ group }) => !group.hidden).length} chapters`;
  }

  function openAll() {
    const closed = groups.some(({ group }) => !group.hidden && !group.open);
    groups.forEach(({ group }) => {
      group.open = closed;
    });
    open.textContent = closed ? "Close all" : "Open all";
  }

  // A link to a race opens its chapter.
  function openTarget() {
    const target = location.hash && page.querySelector(location.hash);
    const group = target && target.closest(".mlc-group");
    if (!group) return;
    group.open = true;
    target.scrollIntoView();
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  open.addEventListener("click", openAll);
  window.addEventListener("hashchange", openTarget);
  openTarget();
  filter();
}

document.querySelectorAll(".mlc-races-page").forEach(setUpRaces);
