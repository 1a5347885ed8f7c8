import './versions.css'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { VersionChange, VersionDifference } from '../../contract/versions.ts'

const icons = { added: 'plus', removed: 'delete', replaced: 'refresh', changed: 'edit' } as const

/** How a later version differs from an earlier one, section by section, in words. */
export function DifferenceList({ difference }: { difference: VersionDifference }) {
  const t = useText('courses')
  const { changes, reordered } = difference
  if (changes.length === 0 && !reordered) return <p className="co-difference-none">{t('versions.same')}</p>
  return (
    <ul className="sy-column sy-plain-list co-difference">
      {changes.map((change) => (
        <ChangeLine key={`${change.change} ${change.sectionId}`} change={change} />
      ))}
      {reordered && (
        <li data-change="changed">
          <Icon name="drag" size={16} />
          <span>{t('versions.reordered')}</span>
        </li>
      )}
    </ul>
  )
}

function ChangeLine({ change: one }: { change: VersionChange }) {
  const t = useText('courses')
  const { change, title, titleBefore, chapterTitle, kind, isRequired, fields } = one
  const renamed = titleBefore === null ? '' : t('versions.renamed', { title: titleBefore })
  const other = fields.filter((field) => field !== 'title').map((field) => t(`versions.field.${field}`))
  const facts = [t(`kind.${kind}`), t(isRequired === 1 ? 'outline.required' : 'outline.elective'), chapterTitle]
  return (
    <li data-change={change}>
      <Icon name={icons[change]} size={16} />
      <span>
        <b>{t(`versions.change.${change}`)}</b> {title}
        <small>{[renamed, ...other].filter((text) => text !== '').join(t('versions.comma'))}</small>
        <small>{facts.join(' · ')}</small>
      </span>
    </li>
  )
}
