/** A paper as paragraphs to print, from top to bottom. */

import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import { explanationsOf, keyLines, letterOf } from '../../contract/key.ts'
import type { TrialPaper, TrialQuestion } from '../../contract/trial.ts'

/** The texts of the language in which it is printed: `pdf.…` of the module's messages. */
export type Words = (key: string, values?: Readonly<Record<string, unknown>>) => string

export interface Paragraph {
  readonly text: string
  readonly style: 'title' | 'facts' | 'section' | 'note' | 'stem' | 'option' | 'key'
  /** In steps. */
  readonly indent?: number
  /** Lines to write on, below it. */
  readonly lines?: number
  /** Stays on the page of the next one. */
  readonly keepsNext?: true
}

const writingLines = 6

/** Rich text in a place without pictures: a formula as its LaTeX, a picture, sound or video as a word. */
function printedText(html: string, words: Words): string {
  const spelt = html
    .replace(/<span[^>]*data-latex="([^"]*)"[^>]*>.*?<\/span>/g, (_, latex: string) => `$${latex}$`)
    .replace(/<(img|audio|video)\b[^>]*>/g, (_, tag: string) => words(`pdf.media.${tag}`))
  return plainText(spelt)
    .replace(/[ \t]+/g, ' ')
    .replace(/\n{2,}/g, '\n')
}

const points = (tenths: number) => tenths / 10

function optionLines(question: PresentedQuestion, words: Words): Paragraph[] {
  const { kind, options = [], lefts = [], blanks = [] } = question
  const print = (html: string) => printedText(html, words)
  if (kind === 'true-false') return [{ text: words('pdf.trueFalse'), style: 'option', indent: 1 }]
  if (kind === 'short-answer' || kind === 'file-answer') {
    return [{ text: '', style: 'option', lines: kind === 'short-answer' ? writingLines : 0 }]
  }
  const left = lefts.map((html, at): Paragraph => ({ text: `${at + 1}. ${print(html)}`, style: 'option', indent: 1 }))
  const lettered = options.map(({ text }, at): Paragraph => {
    return { text: `${letterOf(at)}. ${print(text)}`, style: 'option', indent: 1 }
  })
  const gaps = blanks.flatMap(({ options: choices = [] }, at): Paragraph[] => {
    const texts = choices.map(({ text }, place) => `${letterOf(place)}. ${print(text)}`)
    return texts.length === 0 ? [] : [{ text: `${at + 1}) ${texts.join('  ')}`, style: 'option', indent: 1 }]
  })
  return [...left, ...lettered, ...gaps]
}

function questionLines(question: TrialQuestion, number: number, words: Words): Paragraph[] {
  const { presented, scoreTenths, content } = question
  const head = words('pdf.question', { number, points: points(scoreTenths), text: printedText(presented.stem, words) })
  const parts = (presented.parts ?? []).flatMap(({ question: part, scoreTenths: tenths }, at): Paragraph[] => [
    {
      text: words('pdf.part', { number: at + 1, points: points(tenths), text: printedText(part.stem, words) }),
      style: 'stem',
      indent: 1,
      keepsNext: true,
    },
    ...optionLines(part, words),
  ])
  return [
    { text: head, style: 'stem', keepsNext: true },
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
      : [{ text: words('pdf.candidate'), style: 'facts' } as const]),
    ...sections,
  ]
}
