import '../parts/certificates.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts as FactList } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { certificates } from '../../contract.ts'
import { lastInstant } from '../parts/days.ts'
import { CertificateDocument } from '../parts/Paper.tsx'
import { FileCheck } from './FileCheck.tsx'

type Facts = Output<typeof certificates.verifyCertificate>

/** `#/certificate/{code}`: what a certificate certifies, for whoever scans it. */
export default function VerifyPage() {
  const t = useText('certificates')
  const { code = '' } = useParams()
  const { data, error, refetch } = useQuery(
    q(certificates.verifyCertificate, { params: { code } }, { quiet: true, handles: 'all' }),
  )
  if (!data && error && (isRefusal(error, NOT_FOUND) || isRefusal(error, INVALID_INPUT)))
    return (
      <main className="sy-grid sy-gap-5 ce-verify">
        <EmptyState page title={t('verify.unknown')} description={t('verify.unknownHint')} />
      </main>
    )
  if (!data && error) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return (
    <main className="sy-grid sy-gap-5 ce-verify">
      <Verdict facts={data} />
      <div className="sy-column sy-card ce-card">
        <CertificateDocument
          design={data.design}
          titleCn={data.titleCn}
          titleEn={data.titleEn}
          isVoid={data.validity === 'revoked' || data.validity === 'replaced'}
        >
          <b>{data.maskedName}</b>
          <span>{data.itemName}</span>
        </CertificateDocument>
        <div className="ce-body">
          <CertificateFacts facts={data} />
          <p className="sy-faint">{t('verify.compare')}</p>
        </div>
      </div>
      <FileCheck sha256={data.sha256} />
    </main>
  )
}

function Verdict({ facts }: { facts: Facts }) {
  const t = useText('certificates')
  const good = facts.validity === 'valid' || facts.validity === 'expiring'
  return (
    <header className="sy-row sy-gap-3 sy-card ce-verdict" data-validity={facts.validity}>
      <Icon name={good ? 'shield' : 'alert'} size={32} />
      <div>
        <h1 tabIndex={-1}>{t(`verify.${facts.validity === 'valid' ? 'genuine' : facts.validity}`)}</h1>
        <p className="sy-faint">{t('verify.title')}</p>
      </div>
    </header>
  )
}

function CertificateFacts({ facts }: { facts: Facts }) {
  const t = useText('certificates')
  const language = useLanguage()
  const issuer = language === 'en' && facts.issuerEn !== '' ? facts.issuerEn : facts.issuerCn
  return (
    <FactList
      shape="rows"
      items={[
        [t('facts.number'), facts.number],
        [t('facts.holder'), facts.maskedName],
        [t('facts.item'), facts.itemName],
        [t('facts.issuer'), issuer],
        [t('facts.finished'), <DateText key="finished" value={facts.finishedAt} style="day" />],
        [t('facts.issued'), <DateText key="issued" value={facts.issuedAt} style="day" />],
        [
          t('facts.expires'),
          facts.expiresAt === null ? (
            t('facts.forever')
          ) : (
            <DateText key="expires" value={lastInstant(facts.expiresAt)} style="day" />
          ),
        ],
        facts.revokedAt !== null && [
          t('facts.revoked'),
          <DateText key="revoked" value={facts.revokedAt} style="day" />,
        ],
      ]}
    />
  )
}
