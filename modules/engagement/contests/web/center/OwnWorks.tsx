import '../parts/contests.css'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CertificateDownload } from '#modules/learning/certificates/web.tsx'
import { call } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import type { ContestDetails, OwnWork } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import { contestPaths } from '../paths.ts'
import { HandInDialog } from './HandInDialog.tsx'

interface Props {
  readonly one: ContestDetails
  readonly onChanged: () => Promise<unknown>
}

/** What the member has handed in, with its versions, and the way to hand in. */
export function OwnWorks({ one, onChanged }: Props) {
  const t = useText('contests')
  const [asked, setAsked] = useState<'new' | OwnWork>()
  if (one.own.length === 0 && one.obstacle !== null) return null
  return (
    <section className="sy-card co-section" aria-label={t('own.title')}>
      <h2>{t('own.title')}</h2>
      {one.own.length === 0 && <p className="sy-note">{t('own.none')}</p>}
      {one.own.map((work) => (
        <Own key={work.id} work={work} onVersion={() => setAsked(work)} onChanged={onChanged} />
      ))}
      {one.obstacle === null && (
        <Button type="primary" onClick={() => setAsked('new')}>
          {t('own.handIn')}
        </Button>
      )}
      {asked !== undefined && (
        <HandInDialog
          one={one}
          {...(asked !== 'new' && { work: asked })}
          onDone={onChanged}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

function Own({ work, onVersion, onChanged }: { work: OwnWork; onVersion: () => void; onChanged: Props['onChanged'] }) {
  const t = useText('contests')
  const { id, number, title, state, reason, isOpen, versions, awardTakenBack } = work
  const isFailed = versions[0]?.copy === 'failed'
  return (
    <article className="co-own sy-column sy-gap-2" aria-label={title}>
      <h3>
        <Link to={contestPaths.work(id)}>{title}</Link>{' '}
        {state !== 'in' && <Tag color={state === 'excluded' ? 'error' : undefined}>{t(`workStates.${state}`)}</Tag>}
      </h3>
      <span className="sy-faint">{t('work.number', { number })}</span>
      <Won work={work} />
      {awardTakenBack !== '' && <p className="sy-callout">{t('own.takenBack', { reason: awardTakenBack })}</p>}
      {reason !== '' && <p className="sy-callout">{t('own.excludedBecause', { reason })}</p>}
      {isFailed && <p className="sy-callout">{t('file.failedHint')}</p>}
      <ul className="sy-plain-list" aria-label={t('own.versions')}>
        {versions.map((version) => (
          <li key={version.number} className="sy-faint">
            {t('own.version', { number: version.number })} · {version.fileName} ·{' '}
            <DateText value={version.handedInAt} style="minute" />
            {version.copy === 'waiting' && ` · ${t('file.waiting')}`}
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className="sy-actions">
          <Button onClick={onVersion}>{t('own.newVersion')}</Button>
          <ConfirmButton
            danger
            question={t('own.withdrawQuestion', { title })}
            confirmText={t('own.withdraw')}
            onConfirm={async () => {
              await call(contests.withdrawWork, { params: { id } })
              await onChanged()
              notify('success', t('own.withdrawn'))
            }}
          >
            {t('own.withdraw')}
          </ConfirmButton>
        </div>
      )}
    </article>
  )
}

/** What the work has won. */
function Won({ work: { rank, award, certificate } }: { work: OwnWork }) {
  const t = useText('contests')
  const language = useLanguage()
  if (award === null) return rank === null ? null : <span>{t('own.rank', { rank })}</span>
  return (
    <div className="co-won">
      <Icon name="medal" size={28} />
      <div className="sy-column sy-gap-1">
        <strong>{award}</strong>
        {rank !== null && <span className="sy-faint">{t('own.rank', { rank })}</span>}
        {certificate !== null && (
          <span className="sy-faint">
            {language === 'en' && certificate.titleEn !== '' ? certificate.titleEn : certificate.titleCn}{' '}
            {certificate.number}
          </span>
        )}
      </div>
      {certificate !== null && (
        <div className="sy-flow sy-gap-2">
          <CertificateDownload id={certificate.id} />
          <Button href="#/center/my/certificates">{t('own.certificates')}</Button>
        </div>
      )}
    </div>
  )
}
