/** A paper as paragraphs to print, from top to bottom. */

import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import { explanationsOf, keyLines, letterOf } from '../../contract/key.ts'
import type { TrialPaper, TrialQuestion } from '../../contract/trial.ts'
import { formulaMark, pictureMark } from './marks.ts'

/** The texts of the language in which it is printed: `pdf.…` of the module's messages. */
export type Words = (key: string, values?: Readonly<Record<string, unknown>>) => string

export interface Paragraph {
  readonly text: string
  readonly style: 'title' | 'facts' | 'scores' | 'section' | 'note' | 'stem' | 'option' | 'key'
  /** Begins a question: what follows stays on one page with it, as far as a page is enough. */
  readonly begins?: true
  /** In steps. */
  readonly indent?: number
  /** A table instead of the text: its rows, the first of which is the heading. */
  readonly table?: readonly (readonly string[])[]
  /** Lines to write on, below it. */
  readonly lines?: number
  /** Stays on the page of the next one. */
  readonly keepsNext?: true
}

const writingLines = 6

const ownPicture = /<img\b[^>]*\bsrc="\/api\/v1\/human\/file\/([0-9a-f-]{36})"[^>]*>/g

/** Rich text as it is printed: formulas and pictures are marked, sound and video are a word. */
function printedText(html: string, words: Words): string {
  const spelt = html
    .replace(/<span[^>]*data-latex="([^"]*)"[^>]*>.*?<\/span>/g, (_, latex: string) => formulaMark(latex))
    .replace(ownPicture, (_, fileId: string) => pictureMark(fileId))
    .replace(/<(img|audio|video)\b[^>]*>/g, (_, tag: string) => words(`pdf.media.${tag}`))
  return plainText(spelt)
    .replace(/[ \t]+/g, ' ')
    .replace(/\n{2,}/g, '\n')
}

const choices = ['single-choice', 'multiple-choice', 'undetermined-choice']

/** The stem, with a place for the letters of a choice where it has none of its own. */
function stemText({ kind, stem }: PresentedQuestion, words: Words): string {
  const text = printedText(stem, words)
  return choices.includes(kind) && !/[（(]\s*[）)]\s*[。.?？]?\s*$/.test(text) ? `${text} ${words('pdf.blank')}` : text
}

const points = (tenths: number) => tenths / 10

function optionLines(question: PresentedQuestion, words: Words): Paragraph[] {
  const { kind, options = [], lefts = [], blanks = [] } = question
  const print = (html: string) => printedText(html, words)
  if (kind === 'true-false') return [{ text: words('pdf.trueFalse'), style: 'option', indent: 1 }]
  if (kind === 'short-answer' || kind === 'file-answer') {
    return [{ text: '', style: 'option', lines: kind === 'short-answer' ? writingLines : 0 }]
  }
  const blank = words('pdf.blank')
  const left = lefts.map(
    (html, at): Paragraph => ({ text: `${at + 1}. ${print(html)} ${blank}`, style: 'option', indent: 1 }),
  )
  const lettered = options.map(({ text }, at): Paragraph => {
    return { text: `${letterOf(at)}. ${print(text)}`, style: 'option', indent: 1 }
  })
  const gaps = blanks.flatMap(({ options: choices = [] }, at): Paragraph[] => {
    const texts = choices.map(({ text }, place) => `${letterOf(place)}. ${print(text)}`)
    return texts.length === 0 ? [] : [{ text: `${at + 1}) ${texts.join('  ')}`, style: 'option', indent: 1 }]
  })
  const unit = question.unit ?? ''
  const written = kind === 'numeric' || kind === 'ordering' ? [words('pdf.written', { unit }).trimEnd()] : []
  return [...left, ...lettered, ...gaps, ...written.map((text): Paragraph => ({ text, style: 'option', indent: 1 }))]
}

function questionLines(question: TrialQuestion, number: number, words: Words): Paragraph[] {
  const { presented, scoreTenths, content } = question
  const head = words('pdf.question', { number, points: points(scoreTenths), text: stemText(presented, words) })
  const parts = (presented.parts ?? []).flatMap(({ question: part, scoreTenths: tenths }, at): Paragraph[] => [
    {
      text: words('pdf.part', { number: at + 1, points: points(tenths), text: stemText(part, words) }),
      style: 'stem',
      indent: 1,
      keepsNext: true,
    },
    ...optionLines(part, words),
  ])
  return [
    { text: head, style: 'stem', keepsNext: true, begins: true },
    ...(presented.parts ? parts : optionLines(presented, words)),
    ...(content ? answerLines(question, words) : []),
  ]
}

function answerLines({ content, presented }: TrialQuestion, words: Words): Paragraph[] {
  if (!content) return []
  const plain = (html: string) => printedText(html, words)
  const key = keyLines(content, presented, { true: words('pdf.true'), false: words('pdf.false'), plain })
  const explained = explanationsOf(content).map(plain).join('\n')
  return [
    { text: words('pdf.key', { text: key.join('  ') }), style: 'key', indent: 1 },
    ...(explained === ''
      ? []
      : [{ text: words('pdf.explanation', { text: explained }), style: 'key', indent: 1 } as const]),
  ]
}

/** For whoever marks by hand: a column a section. */
function scoreTable({ sections, totalTenths }: TrialPaper, words: Words): string[][] {
  const own = sections.slice(0, scoredSectionsMax)
  const blanks = [...own.map(() => ''), '']
  return [
    [words('pdf.scoreSection'), ...own.map(({ title }) => title), words('pdf.scoreTotal')],
    [words('pdf.scoreMax'), ...own.map((section) => String(points(section.totalTenths))), String(points(totalTenths))],
    [words('pdf.scoreEarned'), ...blanks],
    [words('pdf.scoreMarker'), ...blanks],
  ]
}

/** More columns are too narrow to write in; the total stays. */
const scoredSectionsMax = 8

export function paragraphsOf(paper: TrialPaper, words: Words): Paragraph[] {
  let number = 0
  const sections = paper.sections.flatMap(({ title, instructions, minutes, questions, totalTenths }): Paragraph[] => {
    const facts = [
      words('pdf.sectionFacts', { count: questions.length, points: points(totalTenths) }),
      ...(minutes === null ? [] : [words('pdf.minutes', { count: minutes })]),
    ]
    return [
      { text: words('pdf.section', { title, facts: facts.join(words('pdf.and')) }), style: 'section', keepsNext: true },
      ...(instructions === '' ? [] : [{ text: instructions, style: 'note', keepsNext: true } as const]),
      ...questions.flatMap((question) => {
        number += 1
        return questionLines(question, number, words)
      }),
    ]
  })
  const { totalTenths, questionCount, name } = paper
  return [
    { text: name, style: 'title' },
    { text: words('pdf.facts', { count: questionCount, points: points(totalTenths) }), style: 'facts' },
    ...(paper.sections.some(({ questions }) => questions.some(({ content }) => content))
      ? []
      : ([
          { text: words('pdf.candidate'), style: 'facts' },
          { text: '', style: 'scores', table: scoreTable(paper, words) },
        ] as const)),
    ...sections,
  ]
}
