import { useEffect, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { type ChosenMember, MemberPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { approvals } from '../../contract.ts'
import { nameOf } from '../parts/names.ts'
import { type Draft, problemOf, stepOf } from './drafts.ts'

type Found = Output<typeof approvals.preview>['items']
const outcomeTexts = {
  decides: 'admin.decides',
  skipped: 'admin.skipped',
  administrator: 'admin.toAdministrator',
  stuck: 'admin.stuckPreview',
} as const
const askAfterMs = 400

/** The approvers if the chosen member applied now, also for unsaved steps. */
export function Preview({ organizationId, drafts }: { organizationId: string; drafts: readonly Draft[] }) {
  const t = useText('approvals')
  const [applicant, setApplicant] = useState<ChosenMember[]>([])
  const [found, setFound] = useState<Found>()
  const applicantId = applicant[0]?.id
  const asked = JSON.stringify(drafts.map(stepOf))
  const isReady =
    applicantId !== undefined && drafts.length > 0 && drafts.every((draft) => problemOf(draft) === undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is the text of the steps, not their objects.
  useEffect(() => {
    if (!isReady) return setFound(undefined)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = { organizationId, applicantId, steps: drafts.map(stepOf) }
      call(approvals.preview, { body }, { signal: stop.signal, quiet: true }).then(
        (answer) => !stop.signal.aborted && setFound(answer.items),
        () => !stop.signal.aborted && setFound(undefined),
      )
    }, askAfterMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, applicantId, organizationId, isReady])
  return (
    <section className="sy-grid sy-gap-3 sy-card ap-preview" aria-label={t('admin.preview')}>
      <h3>{t('admin.preview')}</h3>
      <p className="sy-faint">{t('admin.previewHint')}</p>
      <MemberPicker label={t('admin.applicant')} value={applicant} onChange={setApplicant} max={1} />
      {found && found.length === drafts.length && (
        <ol aria-live="polite">
          {found.map(({ approvers, substitutes, outcome }, at) => (
            <li key={drafts[at]?.key}>
              <strong>{drafts[at]?.name}</strong>
              <span className={outcome === 'decides' ? 'sy-faint' : 'ap-due'}>{t(outcomeTexts[outcome])}</span>
              <ul>
                {approvers.map((person) => {
                  const standIn = substitutes.find((one) => one.memberId === person.id)?.substitute
                  return (
                    <li key={person.id} className="ap-choice">
                      <Avatar name={person.fullName} path={person.avatarPath} size={26} />
                      {nameOf(person, t)}
                      <span className="sy-faint">
                        {standIn ? t('admin.substitute', { name: nameOf(standIn, t) }) : person.organizationName}
                      </span>
                    </li>
                  )
                })}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
