/** Markdown as people paste it, as HTML: headings, lists, tasks, quotes, code, tables, lines, and what stands in a line. */

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const signs = [/^#{1,6} \S/m, /^\s*```/m, /^\s*[-*+] \S/m, /^\s*\d{1,9}[.)] \S/m, /^> \S/m, /^\|.+\|\s*\n\|[\s:|-]+\|/m]
const weakSigns = [/\*\*[^*\n]+\*\*/, /\[[^\]\n]+\]\(https?:[^)\s]+\)/, /`[^`\n]+`/]

/** Whether a pasted text is likely to be Markdown. */
export const isMarkdown = (text: string): boolean =>
  text.length <= markdownLengthMax && [...signs, ...weakSigns].some((sign) => sign.test(text))

const markdownLengthMax = 200_000

function inline(text: string): string {
  const codes: string[] = []
  const kept = text.replace(/`([^`\n]+)`/g, (_, code: string) => `\ue000${codes.push(escaped(code)) - 1}\ue001`)
  return escaped(kept)
    .replace(/!\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(/\[([^\]\n]+)\]\((https?:[^)\s]+|mailto:[^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(
      /\*\*([^*\n]+)\*\*|__([^_\n]+)__/g,
      (_, stars?: string, lines?: string) => `<strong>${stars ?? lines}</strong>`,
    )
    .replace(/(?<![\w*])\*([^*\s][^*\n]*)\*(?!\w)/g, '<em>$1</em>')
    .replace(/~~([^~\n]+)~~/g, '<s>$1</s>')
    .replace(/\ue000(\d+)\ue001/g, (_, at: string) => `<code>${codes[Number(at)] ?? ''}</code>`)
}

interface Item {
  readonly indent: number
  readonly mark: string
  readonly text: string
}

const listLine = /^(\s*)([-*+]|\d{1,9}[.)]) (.*)$/

function itemOf(line: string): Item | undefined {
  const [, space = '', mark = '', text = ''] = listLine.exec(line) ?? []
  return mark === '' ? undefined : { indent: space.replaceAll('\t', '    ').length, mark, text }
}

/** One list with the lists inside it; answers where it ends. */
function list(items: readonly Item[], from: number): { html: string; end: number } {
  const first = items[from] as Item
  const isTask = /^\[[ xX]\] /.test(first.text)
  const [open, close] = isTask
    ? ['<ul data-list="tasks">', '</ul>']
    : /\d/.test(first.mark)
      ? ['<ol>', '</ol>']
      : ['<ul>', '</ul>']
  let html = open
  let at = from
  for (let item = items[at]; item && item.indent >= first.indent; item = items[at]) {
    const text = isTask ? item.text.replace(/^\[[ xX]\] /, '') : item.text
    const done = isTask ? ` data-done="${/^\[[xX]\]/.test(item.text)}"` : ''
    html += `<li${done}><p>${inline(text)}</p>`
    at += 1
    const next = items[at]
    if (next && next.indent > item.indent) {
      const inner = list(items, at)
      html += inner.html
      at = inner.end
    }
    html += '</li>'
  }
  return { html: html + close, end: at }
}

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
const row = (line: string, tag: 'td' | 'th') =>
  `<tr>${cells(line)
    .map((text) => `<${tag}><p>${inline(text.trim())}</p></${tag}>`)
    .join('')}</tr>`

/** The lines from here on that fit. */
function linesWhile(lines: readonly string[], from: number, fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, at) => at >= from && !fits(line))
  return lines.slice(from, end < 0 ? undefined : end)
}

/** What starts at this line, and how many lines it takes. */
function block(lines: readonly string[], at: number): { html: string; taken: number } {
  const line = lines[at] ?? ''
  const fence = /^\s*```\s*([\w+#-]*)/.exec(line)
  if (fence) {
    const code = linesWhile(lines, at + 1, (next) => !/^\s*```\s*$/.test(next))
    const language = fence[1] === '' ? '' : ` class="language-${escaped(fence[1] ?? '')}"`
    return { html: `<pre><code${language}>${escaped(code.join('\n'))}</code></pre>`, taken: code.length + 2 }
  }
  const [, marks = '', title = ''] = /^(#{1,6}) +(.*?)(?: +#+)?$/.exec(line) ?? []
  if (marks !== '') {
    const level = Math.min(marks.length, 3)
    return { html: `<h${level}>${inline(title)}</h${level}>`, taken: 1 }
  }
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return { html: '<hr>', taken: 1 }
  if (line.startsWith('>')) {
    const quoted = linesWhile(lines, at, (next) => next.startsWith('>'))
    const inner = markdownHtml(quoted.map((next) => next.replace(/^> ?/, '').replace(/^>+/, '')).join('\n'))
    return { html: `<blockquote>${inner}</blockquote>`, taken: quoted.length }
  }
  if (/^\s*\|/.test(line) && /^\s*\|[\s:|-]+\|?\s*$/.test(lines[at + 1] ?? '')) {
    const rows = linesWhile(lines, at, (next) => /^\s*\|/.test(next))
    const body = rows.slice(2).map((next) => row(next, 'td'))
    return { html: `<table><tbody>${row(line, 'th')}${body.join('')}</tbody></table>`, taken: rows.length }
  }
  if (listLine.test(line)) {
    const taken = linesWhile(lines, at, (next) => listLine.test(next))
    const items = taken.flatMap((next) => itemOf(next) ?? [])
    let html = ''
    for (let from = 0; from < items.length; ) {
      const found = list(items, from)
      html += found.html
      from = found.end
    }
    return { html, taken: taken.length }
  }
  const starts = /^(?:#{1,6} |\s*```|>|\s*\||\s*(?:[-*+]|\d{1,9}[.)]) )/
  const more = linesWhile(lines, at + 1, (next) => next.trim() !== '' && !starts.test(next))
  return { html: `<p>${[line, ...more].map(inline).join('<br>')}</p>`, taken: more.length + 1 }
}

export function markdownHtml(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  let html = ''
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.trim() === '') {
      at += 1
      continue
    }
    const found = block(lines, at)
    html += found.html
    at += found.taken
  }
  return html
}
