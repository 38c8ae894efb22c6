// Prints, as JSON, what a reader that is not ours makes of the GIFT file that it is given.
import { readFileSync } from "node:fs";
import { parse } from "gift-pegjs";

console.log(JSON.stringify(parse(readFileSync(process.argv[2], "utf8"))));
