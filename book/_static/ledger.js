// Filters the page of all ledgers. No dependency; without this script every line is shown.
"use strict";

function setUpLedger(page) {
  const form = page.querySelector(".mlc-filter");
  const names = ["search", "verdict", "kind", "evidence", "part", "open", "count"];
  const [search, verdict, kind, evidence, part, open, count] = names.map((name) => form.querySelector(`#mlc-${name}`));
  const groups = [...page.querySelectorAll(".mlc-group")].map((group) => ({
    group,
    title: group.querySelector("h3").textContent.toLowerCase(),
    rows: [...group.querySelectorAll("tbody tr")].map((row) => ({ row, words: row.textContent.toLowerCase() })),
  }));

  function fits(row) {
    const value = verdict.value;
    const judged = !value || (value === "first" ? row.dataset.first === "true" : row.dataset.verdict === value);
    const sort = kind.value === "scan" ? row.dataset.scan === "true" : !kind.value || row.dataset.kind === kind.value;
    return judged && sort && (!evidence.value || row.dataset.evidence === evidence.value);
  }

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    // As the page opens every chapter is listed; one without such a line then shows them all.
    const opening = verdict.value === "first" && !wanted && !kind.value && !evidence.value;
    let lines = 0;
    let chapters = 0;
    groups.forEach(({ group, title, rows }) => {
      const kept = rows.filter(({ row, words }) => fits(row) && (title.includes(wanted) || words.includes(wanted)));
      const shown = new Set(kept.length || !opening ? kept : rows);
      rows.forEach((entry) => {
        entry.row.hidden = !shown.has(entry);
      });
      group.hidden = !shown.size || Boolean(part.value && group.dataset.part !== part.value);
      if (!group.hidden && kept.length) {
        lines += kept.length;
        chapters += 1;
      }
    });
    page.querySelectorAll("h2").forEach((heading) => {
      heading.hidden = !groups.some(({ group }) => !group.hidden && group.dataset.part === heading.dataset.part);
    });
    count.textContent = `${lines} lines in ${chapters} chapters`;
  }

  function openAll() {
    const closed = groups.some(({ group }) => !group.hidden && !group.open);
    groups.forEach(({ group }) => {
      group.open = closed;
    });
    open.textContent = closed ? "Close all" : "Open all";
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  open.addEventListener("click", openAll);
  filter();
}

document.querySelectorAll(".mlc-ledger-page").forEach(setUpLedger);
