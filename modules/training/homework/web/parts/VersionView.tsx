import './homework.css'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { Mark, Version } from '../../contract/shapes.ts'
import { FileList } from './FileList.tsx'
import { Points } from './WorkTag.tsx'

/** What was handed in once, and what it was given. */
export function VersionView({ version }: { version: Version }) {
  const t = useText('homework')
  const { round, text, files, submittedAt, isLate, state, mark, opinion, decidedBy, decidedAt } = version
  const comment = mark?.comment || opinion
  return (
    <article className="sy-column sy-gap-3 hw-version">
      <p className="sy-row sy-wrap sy-gap-2 hw-when">
        <strong>{t('version.number', { number: round })}</strong>
        <span className="sy-faint">
          <DateText value={submittedAt} style="minute" />
        </span>
        {isLate && <span className="sy-tag">{t('state.late')}</span>}
        {state === 'returned' && <span className="sy-tag">{t('state.returned')}</span>}
      </p>
      {text !== '' && <p className="hw-text">{text}</p>}
      <FileList files={files} />
      {mark && mark.tenths !== null && <MarkView mark={mark} />}
      {comment !== '' && (
        <blockquote className="hw-comment" data-state={state}>
          {comment}
          <footer>
            {decidedBy?.fullName} {decidedAt !== null && <DateText value={decidedAt} style="minute" />}
          </footer>
        </blockquote>
      )}
    </article>
  )
}

function MarkView({ mark: { tenths, maxTenths, rubric, levels } }: { mark: Mark }) {
  const t = useText('homework')
  return (
    <div className="hw-mark">
      <strong className="hw-points">
        <Points tenths={tenths} maxTenths={maxTenths} />
      </strong>
      {rubric && levels && (
        <Facts
          shape="ends"
          label={t('mark.rubric')}
          items={rubric.map(({ title, levels: choices }, at) => {
            const chosen = choices[levels[at] ?? -1]
            return [title, chosen ? `${chosen.title} · ${pointsOfTenths(chosen.tenths)}` : '—'] as const
          })}
        />
      )}
    </div>
  )
}
