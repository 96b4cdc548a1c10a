import type { Mail, MailKind } from './mail.js';

type Words = {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly greeting?: string | undefined;
  // What there is to say, a paragraph each.
  readonly says: readonly string[];
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  // What there is to say behind the link.
  readonly after?: readonly string[] | undefined;
  // Why the mail came, and what to do if it was not the reader.
  readonly why: string;
};

// One look for all of them: plain text, and the same as simple HTML that needs no picture and no style sheet.
export function writeMail({ kind, to, subject, greeting, says, link, after = [], why }: Words): Mail {
  const hello = greeting === undefined ? 'Hello,' : `Hello ${oneLine(greeting)},`;
  const paragraphs = [hello, ...says];
  const text = [...paragraphs, ...(link === undefined ? [] : [link.url]), ...after, '--', why].join('\n\n');
  const body = [
    ...paragraphs.map(toParagraph),
    ...(link === undefined ? [] : [toButton(link)]),
    ...after.map(toParagraph),
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dddddd;color:#666666;font-size:13px">${escape(why)}</p>`,
  ];
  return { kind, to, subject: oneLine(subject), text: `${text}\n`, html: toPage(subject, body.join('\n')) };
}

const toParagraph = (words: string): string => `<p style="margin:0 0 16px">${escape(words)}</p>`;

// The address is there to be read too: whoever does not trust a button sees where it leads.
const toButton = ({ label, url }: { readonly label: string; readonly url: string }): string =>
  `<p style="margin:0 0 8px"><a href="${escape(url)}" rel="noreferrer" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fae;color:#ffffff;text-decoration:none">${escape(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#666666;word-break:break-all">${escape(url)}</p>`;

const toPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#222222;background:#ffffff">
<div style="max-width:560px;margin:0 auto">
${body}
</div>
</body>
</html>
`;

// Names of people and merchants stand in it, which are theirs to choose.
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
