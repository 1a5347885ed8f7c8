/**
 * The kinds of slide that the demo videos are made of. A scene is HTML whose parts carry `data-step`: the part enters
 * when the spoken line of that number begins. The look is in stage.css, the motion in stage.js.
 */
import type { ThemeName } from './themes.ts'

export type Line = {
  /** What is shown as the subtitle. */
  text: string
  /** What is spoken where it differs from the subtitle (Latin words spelled in syllables). */
  say?: string
}

export type Scene = { html: string; lines: readonly Line[] }

export type Video = { file: string; theme: ThemeName; lesson: string; scenes: readonly Scene[] }

export const line = (text: string, say?: string): Line => (say === undefined ? { text } : { text, say })

const step = (index: number, effect = 'rise') => `data-step="${index}" data-effect="${effect}"`

/** The opening: course, title, lecturer, over hills and a rising disc. */
export function titleScene(course: string, title: string, lecturer: string, ...lines: Line[]): Scene {
  return {
    html: `<div class="title"><div class="disc" data-step="0" data-effect="sun"></div>
      <div class="words"><p class="course" ${step(0)}>${course}</p><h1 ${step(0)}>${title}</h1>
      <p class="lecturer" ${step(0)}>${lecturer}</p></div></div>`,
    lines,
  }
}

/** A heading and up to four cards, one for each spoken line. */
export function cardsScene(
  heading: string,
  cards: readonly { mark: string; name: string; note: string }[],
  ...lines: Line[]
): Scene {
  const offset = lines.length - cards.length
  return {
    html: `<h2 ${step(0)}>${heading}</h2><div class="cards">${cards
      .map(
        (card, index) => `<div class="card" ${step(index + offset)}><b>${card.mark}</b><h3>${card.name}</h3>
        <p>${card.note}</p></div>`,
      )
      .join('')}</div>`,
    lines,
  }
}

/** Wrong on the left, right on the right. */
export function compareScene(
  heading: string,
  wrong: { name: string; items: readonly string[] },
  right: { name: string; items: readonly string[] },
  ...lines: Line[]
): Scene {
  const column = (kind: string, at: number, { name, items }: typeof wrong) =>
    `<div class="column ${kind}" ${step(at)}><h3>${name}</h3><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></div>`
  return {
    html: `<h2 ${step(0)}>${heading}</h2><div class="columns">${column('wrong', 0, wrong)}${column('right', 1, right)}</div>`,
    lines,
  }
}

/** Horizontal bars that grow; each has an own step, so that a plan or a comparison builds up with the narration. */
export function barsScene(
  heading: string,
  bars: readonly { name: string; from: number; to: number; text?: string; step: number; strong?: boolean }[],
  note: { text: string; step: number } | null,
  ...lines: Line[]
): Scene {
  return {
    html: `<h2 ${step(0)}>${heading}</h2><div class="bars">${bars
      .map(
        (bar) => `<div class="bar-row"><span ${step(bar.step)}>${bar.name}</span><div class="bar-track">
        <i class="${bar.strong ? 'strong' : ''}" style="left:${bar.from}%;width:${bar.to - bar.from}%" ${step(bar.step, 'grow')}></i>
        ${bar.text ? `<em style="left:${bar.to}%" ${step(bar.step)}>${bar.text}</em>` : ''}</div></div>`,
      )
      .join('')}</div>${note ? `<p class="note" ${step(note.step)}>${note.text}</p>` : ''}`,
    lines,
  }
}

/** A mail as it would look in the inbox, with marks that enter one after the other. */
export function mailScene(
  heading: string,
  rows: readonly { label: string; text: string; mark?: string; step?: number }[],
  ...lines: Line[]
): Scene {
  return {
    html: `<h2 ${step(0)}>${heading}</h2><div class="mail" ${step(0)}>${rows
      .map(
        (row) =>
          `<div class="mail-row"><span>${row.label}</span><p>${row.text}</p>${
            row.mark ? `<em ${step(row.step ?? 0, 'slide')}>${row.mark}</em>` : ''
          }</div>`,
      )
      .join('')}</div>`,
    lines,
  }
}

/** Code that appears line by line, with the output below. */
export function codeScene(
  heading: string,
  code: readonly { text: string; step: number }[],
  output: { text: string; step: number },
  ...lines: Line[]
): Scene {
  return {
    html: `<h2 ${step(0)}>${heading}</h2><div class="code">${code
      .map((row) => `<pre ${step(row.step, 'slide')}>${row.text}</pre>`)
      .join('')}</div><div class="output" ${step(output.step)}><span>输出</span><pre>${output.text}</pre></div>`,
    lines,
  }
}

/** Layers from a point to its grounds: the pyramid of a clear message. */
export function pyramidScene(
  heading: string,
  layers: readonly { name: string; items: readonly string[] }[],
  ...lines: Line[]
): Scene {
  return {
    html: `<h2 ${step(0)}>${heading}</h2><div class="pyramid">${layers
      .map(
        (layer, index) =>
          `<div class="layer layer-${index}" ${step(index)}><b>${layer.name}</b>${layer.items
            .map((item) => `<span>${item}</span>`)
            .join('')}</div>`,
      )
      .join('')}</div>`,
    lines,
  }
}

/** The sentence to take away. */
export function closingScene(sentence: string, note: string, ...lines: Line[]): Scene {
  return {
    html: `<div class="closing"><p class="sentence" ${step(0)}>${sentence}</p><p class="hint" ${step(lines.length - 1)}>${note}</p></div>`,
    lines,
  }
}
