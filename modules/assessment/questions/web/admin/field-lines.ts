/** The fields of a content as lines of rich text, to be compared with those of another version. */
import type { TextOf } from '#web/i18n/texts.ts'
import type { Blank, Gap, QuestionContent, SimpleContent } from '../../contract/question.ts'
import { letterOf } from '../question/field.ts'

const fields = ['stem', 'key', 'parts', 'partial', 'rules', 'explanation'] as const
type ComparedField = (typeof fields)[number]

const keyFields = ['options', 'right', 'isTrue', 'blanks', 'gaps', 'pairs', 'extra', 'items', 'answer', 'reference']

function fieldOf(path: string): ComparedField {
  const [name = ''] = path.split('.')
  if (name === 'stem' || name === 'explanation' || name === 'parts' || name === 'partial') return name
  return keyFields.includes(name) ? 'key' : 'rules'
}

/** The fields that the changed places belong to, in the order in which they are shown. */
export function changedFields(paths: readonly string[]): ComparedField[] {
  const changed = new Set(paths.map(fieldOf))
  return fields.filter((field) => changed.has(field))
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function blankLine(blank: Blank | Gap): string {
  if ('options' in blank) {
    return blank.options.map((text, at) => `${at === blank.right ? '✓ ' : ''}${escapeHtml(text)}`).join(' / ')
  }
  return `${escapeHtml(blank.answer)}${blank.tolerance === undefined ? '' : ` ± ${blank.tolerance}`}`
}

function keyLines(content: SimpleContent, t: TextOf): string[] {
  switch (content.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice': {
      const right = new Set(typeof content.right === 'number' ? [content.right] : content.right)
      return content.options.map((text, at) => `${right.has(at) ? '✓ ' : ''}${letterOf(at)}. ${text}`)
    }
    case 'true-false':
      return [t(content.isTrue ? 'view.true' : 'view.false')]
    case 'fill-in':
      return content.blanks.map((blank, at) => `${at + 1}. ${blankLine(blank)}`)
    case 'cloze':
      return content.gaps.map((gap, at) => `${at + 1}. ${blankLine(gap)}`)
    case 'matching':
      return [
        ...content.pairs.map(({ left, right }) => `${left} → ${right}`),
        ...content.extra.map((text) => `→ ${text}`),
      ]
    case 'ordering':
      return content.items.map((text, at) => `${at + 1}. ${text}`)
    case 'numeric':
      return [`${content.answer} ± ${content.tolerance} ${escapeHtml(content.unit)}`]
    case 'short-answer':
    case 'file-answer':
      return [content.reference]
  }
}

function ruleLines(content: SimpleContent, t: TextOf): string[] {
  const yes = (label: string, isSet: boolean) => `${label}：${t(isSet ? 'yes' : 'no')}`
  switch (content.kind) {
    case 'fill-in':
      return [yes(t('editor.anyOrder'), content.anyOrder), yes(t('editor.ignoreCase'), content.ignoreCase)]
    case 'cloze':
      return [yes(t('editor.ignoreCase'), content.ignoreCase)]
    case 'numeric':
      return [`± ${content.tolerance} ${escapeHtml(content.unit)}`]
    case 'short-answer':
      return [`${t('editor.lengthMax')}：${content.lengthMax}`]
    case 'file-answer':
      return [
        `${t('editor.filesMax')}：${content.filesMax}`,
        content.formats.map((format) => t(`format.${format}`)).join(t('and')),
      ]
    default:
      return []
  }
}

export function fieldLines(content: QuestionContent, field: ComparedField, t: TextOf): string[] {
  if (field === 'stem' || field === 'explanation') return [content[field]]
  if (content.kind === 'group') {
    return content.parts.flatMap(({ scoreTenths, content: part }, at) => [
      `<strong>${t('view.part', { number: at + 1 })} · ${t('view.points', { count: scoreTenths / 10 })}</strong>`,
      part.stem,
      ...keyLines(part, t),
    ])
  }
  if (field === 'partial') return 'partial' in content ? [t(`partial.${content.partial}`)] : []
  return field === 'rules' ? ruleLines(content, t) : keyLines(content, t)
}
