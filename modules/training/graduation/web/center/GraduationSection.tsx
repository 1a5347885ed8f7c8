import '../parts/graduation.css'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { OwnGraduation } from '../../contract/learning.ts'
import { graduation } from '../../contract.ts'
import { CertificateNote } from '../parts/CertificateNote.tsx'
import { GraduationTag } from '../parts/GraduationTag.tsx'
import { StandingText } from '../parts/StandingText.tsx'

/** What stands between a participant and the graduation; afterwards, what it has given. */
export default function GraduationSection({ classId }: { classId: string }) {
  const { data } = useQuery(q(graduation.ownGraduation, { params: { id: classId } }, { quiet: true }))
  return data && data.graduation !== null ? <OwnCard own={data} state={data.graduation} /> : null
}

export function OwnCard({ own, state }: { own: OwnGraduation; state: 1 | 2 }) {
  const t = useText('graduation')
  return (
    <section className="sy-card gr-section" aria-label={t('own.title')}>
      <div className="gr-head">
        <h2>{t('own.title')}</h2>
        <GraduationTag state={state} />
      </div>
      {state === 2 ? <Graduated own={own} /> : <OnTheWay own={own} />}
    </section>
  )
}

function OnTheWay({ own: { standings } }: { own: OwnGraduation }) {
  const t = useText('graduation')
  const left = standings.filter(({ isMet }) => !isMet).length
  const note = left > 0 ? t('own.left', { count: left }) : t(standings.length > 0 ? 'own.ready' : 'own.free')
  return (
    <>
      <p>{note}</p>
      {standings.length > 0 && (
        <ul className="gr-standings">
          {standings.map((standing) => (
            <li key={`${standing.kind} ${standing.name}`} data-met={standing.isMet}>
              <Icon name={standing.isMet ? 'check' : 'clock'} size={18} />
              <span className="sy-row sy-wrap sy-gap-2">
                <StandingText standing={standing} isOwn />
                <Tag color={standing.isMet ? 'success' : undefined}>
                  {t(standing.isMet ? 'standing.met' : 'standing.open')}
                </Tag>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Graduated({ own: { graduatedAt, certificate, retrainAt } }: { own: OwnGraduation }) {
  const t = useText('graduation')
  return (
    <Facts
      shape="rows"
      items={[
        graduatedAt !== null && [t('own.at'), <DateText key="at" value={graduatedAt} style="minute" />],
        certificate !== null && [t('own.certificate'), <CertificateNote key="certificate" certificate={certificate} />],
        certificate !== null && [t('own.number'), certificate.number],
        certificate !== null && [
          t('own.validity'),
          certificate.expiresAt === null ? (
            t('own.forever')
          ) : (
            <span key="until">
              {t('own.until')} <DateText value={certificate.expiresAt - 1} style="day" />
            </span>
          ),
        ],
        retrainAt !== null && [t('own.retrainAt'), <DateText key="retrain" value={retrainAt} style="day" />],
      ]}
    />
  )
}
