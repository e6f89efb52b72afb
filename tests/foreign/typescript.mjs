// Makes declarations of the document on standard input, and prints them.
import { text } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const document = JSON.parse(await text(process.stdin));
process.stdout.write(
  await compile(document, document.title, {
    additionalProperties: false,
    bannerComment: "// Made of the JSON Schemas of mtg_fsm; do not edit.",
    style: { printWidth: 120 },
  }),
);
