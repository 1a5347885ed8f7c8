/** A paper as it is being written: texts as they were typed, and keys that outlive what the server makes of it. */
import type { CallInput } from '#kit/contract.ts'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import type { PickedQuestion } from '#modules/assessment/questions/web.tsx'
import {
  itemsMax,
  minutesMax,
  type PaperDetail,
  type PaperItem,
  type PaperRule,
  ruleCountMax,
  totalTenthsMax,
} from '../../contract/paper.ts'
import type { papers } from '../../contract.ts'
import { countOf, tenthsOf } from './points.ts'

type Known = Pick<PaperItem, 'questionId' | 'kind' | 'excerpt' | 'versionNumber' | 'newestNumber' | 'status'>

export interface DraftItem extends Known {
  /** Undefined: the newest, which the server pins. */
  readonly versionId: string | undefined
  readonly points: string
}

export interface DraftRule {
  readonly key: string
  readonly directoryId: string | undefined
  readonly kind: PaperRule['kind']
  readonly difficulty: number | null
  readonly topicId: string | null
  readonly count: string
  readonly points: string
}

export interface DraftSection {
  readonly key: string
  readonly title: string
  readonly instructions: string
  readonly minutes: string
  readonly mode: 'fixed' | 'random'
  readonly items: readonly DraftItem[]
  readonly rules: readonly DraftRule[]
}

export interface Draft {
  readonly name: string
  readonly directoryId: string
  readonly shuffleQuestions: boolean
  readonly shuffleOptions: boolean
  readonly avoidSeen: boolean
  readonly sections: readonly DraftSection[]
}

let lastKey = 0
const newKey = () => `k${++lastKey}`

export function draftOf(detail: PaperDetail): Draft {
  const { name, directory, shuffleQuestions, shuffleOptions, avoidSeen } = detail
  return {
    ...{ name, directoryId: directory.id, shuffleQuestions, shuffleOptions, avoidSeen },
    sections: detail.sections.map(({ title, instructions, minutes, mode, items, rules }) => ({
      ...{ key: newKey(), title, instructions, minutes: minutes === null ? '' : String(minutes), mode },
      items: items.map(({ scoreTenths, ...item }) => ({ ...item, points: pointsOfTenths(scoreTenths) })),
      rules: rules.map(({ directoryId, kind, difficulty, topicId, count, scoreTenths }) => ({
        ...{ key: newKey(), directoryId, kind, difficulty, topicId },
        ...{ count: String(count), points: pointsOfTenths(scoreTenths) },
      })),
    })),
  }
}

export function newSection(title: string, mode: DraftSection['mode']): DraftSection {
  return { key: newKey(), title, instructions: '', minutes: '', mode, items: [], rules: [] }
}

/** As the one above it, where there is one. */
export function newRule(directoryId: string | undefined, like?: DraftRule): DraftRule {
  const blank = { directoryId, kind: null, difficulty: null, topicId: null, count: '5', points: '2' }
  return { ...blank, ...like, key: newKey() }
}

export function itemOf({ id, kind, excerpt, scoreTenths, versionNumber }: PickedQuestion): DraftItem {
  return {
    ...{ questionId: id, versionId: undefined, kind, excerpt, versionNumber, newestNumber: versionNumber },
    ...{ status: 'active', points: pointsOfTenths(scoreTenths) },
  }
}

/** What the server has pinned, for the questions that came without a version. */
export function withVersions(draft: Draft, detail: PaperDetail): Draft {
  const pinned = new Map(detail.sections.flatMap(({ items }) => items.map((item) => [item.questionId, item])))
  const known = (item: DraftItem): DraftItem => {
    const found = pinned.get(item.questionId)
    return item.versionId === undefined && found ? { ...found, points: item.points } : item
  }
  return { ...draft, sections: draft.sections.map((section) => ({ ...section, items: section.items.map(known) })) }
}

export interface Worth {
  readonly questionCount: number
  readonly totalTenths: number
}

const scoreMax = 1000

/** What a section asks and is worth; what cannot be read counts as nothing. */
export function worthOf({ items, rules }: DraftSection): Worth {
  const tenths = (text: string) => tenthsOf(text, scoreMax) ?? 0
  const counted = rules.map(({ count, points }) => ({
    count: countOf(count, ruleCountMax) ?? 0,
    tenths: tenths(points),
  }))
  return {
    questionCount: items.length + counted.reduce((sum, { count }) => sum + count, 0),
    totalTenths:
      items.reduce((sum, { points }) => sum + tenths(points), 0) +
      counted.reduce((sum, rule) => sum + rule.count * rule.tenths, 0),
  }
}

export function worthOfAll(sections: readonly DraftSection[]): Worth {
  const all = sections.map(worthOf)
  return {
    questionCount: all.reduce((sum, { questionCount }) => sum + questionCount, 0),
    totalTenths: all.reduce((sum, { totalTenths }) => sum + totalTenths, 0),
  }
}

export type DraftProblem = 'empty' | 'points' | 'count' | 'minutes' | 'directory' | 'total' | 'items'

/** What cannot be saved as it was typed: `name`, `total`, `<section>.title`, `<rule>.count`, `<questionId>.points` … */
export function draftProblems({ name, sections }: Draft): ReadonlyMap<string, DraftProblem> {
  const problems = new Map<string, DraftProblem>()
  const note = (path: string, problem: DraftProblem | false) => problem && problems.set(path, problem)
  note('name', name.trim() === '' && 'empty')
  for (const { key, title, minutes, items, rules } of sections) {
    note(`${key}.title`, title.trim() === '' && 'empty')
    note(`${key}.minutes`, minutes.trim() !== '' && countOf(minutes, minutesMax) === undefined && 'minutes')
    for (const { questionId, points } of items) {
      note(`${questionId}.points`, tenthsOf(points, scoreMax) === undefined && 'points')
    }
    for (const rule of rules) {
      note(`${rule.key}.directory`, rule.directoryId === undefined && 'directory')
      note(`${rule.key}.count`, countOf(rule.count, ruleCountMax) === undefined && 'count')
      note(`${rule.key}.points`, tenthsOf(rule.points, scoreMax) === undefined && 'points')
    }
  }
  note('total', worthOfAll(sections).totalTenths > totalTenthsMax && 'total')
  note('items', sections.reduce((sum, { items }) => sum + items.length, 0) > itemsMax && 'items')
  return problems
}

export function bodyOf(draft: Draft, revision: number): CallInput<typeof papers.changePaper>['body'] {
  const tenths = (text: string) => tenthsOf(text, scoreMax) ?? 0
  return {
    ...draft,
    revision,
    sections: draft.sections.map(({ key: _, minutes, items, rules, ...section }, at) => ({
      ...{ ...section, sequence: at + 1, minutes: countOf(minutes, minutesMax) ?? null },
      items: items.map(({ questionId, versionId, points }) => ({
        ...{ questionId, scoreTenths: tenths(points) },
        ...(versionId !== undefined && { versionId }),
      })),
      rules: rules.map(({ directoryId = '', kind, difficulty, topicId, count, points }) => ({
        ...{ directoryId, kind, difficulty, topicId, scoreTenths: tenths(points) },
        count: countOf(count, ruleCountMax) ?? 1,
      })),
    })),
  }
}
