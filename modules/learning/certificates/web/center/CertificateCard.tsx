import { Button, Switch } from 'antd'
import { Link } from 'react-router'
import { call, download } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { dateText } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Certificate } from '../../contract/shapes.ts'
import { certificates } from '../../contract.ts'
import { daysLeft, lastInstant } from '../parts/days.ts'
import { CertificateDocument } from '../parts/Paper.tsx'
import { ValidityTag } from '../parts/ValidityTag.tsx'
import { certificatePaths, verifyAddress } from '../paths.ts'

interface Props {
  readonly certificate: Certificate
  readonly making: boolean
  readonly onLoad: () => void
  readonly onHistory: () => void
}

/** A certificate of one's own: what it is, how long it holds, what can be done with it. */
export function CertificateCard({ certificate, making, onLoad, onHistory }: Props) {
  const t = useText('certificates')
  const { design, titleCn, titleEn, holderName, itemName, number, code, validity, expiresAt } = certificate
  const isVoid = validity === 'revoked' || validity === 'replaced'
  const copy = async () => {
    await navigator.clipboard.writeText(verifyAddress(code))
    notify('success', t('mine.copied'))
  }
  return (
    <li className="sy-column sy-card ce-card">
      <CertificateDocument design={design} titleCn={titleCn} titleEn={titleEn} isVoid={isVoid}>
        <b>{holderName}</b>
        <span>{itemName}</span>
      </CertificateDocument>
      <div className="ce-body">
        <div className="sy-row sy-wrap sy-apart ce-line">
          <span className="sy-number">{number}</span>
          <ValidityTag validity={validity} />
        </div>
        <div className="sy-row sy-wrap sy-apart ce-line sy-faint">
          <span>
            {t('facts.issued')} <DateText value={certificate.issuedAt} style="day" />
          </span>
          <span>
            {expiresAt === null ? (
              t('facts.forever')
            ) : (
              <>
                {t('facts.expires')} <DateText value={lastInstant(expiresAt)} style="day" />
              </>
            )}
          </span>
        </div>
        <State certificate={certificate} />
        {(validity === 'valid' || validity === 'expiring') && <ShowSwitch certificate={certificate} />}
        <div className="sy-flow sy-gap-2 ce-actions">
          {!isVoid && (
            <Button type="primary" icon={<Icon name="download" size={16} />} loading={making} onClick={onLoad}>
              {t(making ? 'mine.preparing' : 'mine.download')}
            </Button>
          )}
          <Button href={`#${certificatePaths.verify(code)}`} target="_blank" icon={<Icon name="qr" size={16} />}>
            {t('mine.verify')}
          </Button>
          {!isVoid && (
            <Button
              aria-label={t('mine.badge')}
              title={t('mine.badge')}
              icon={<Icon name="shield" size={16} />}
              onClick={() => void loadBadge(certificate.id)}
            />
          )}
          <Button
            aria-label={t('mine.copy')}
            title={t('mine.copy')}
            icon={<Icon name="link" size={16} />}
            onClick={() => void copy()}
          />
          <Button
            aria-label={t('mine.history')}
            title={t('mine.history')}
            icon={<Icon name="history" size={16} />}
            onClick={onHistory}
          />
        </div>
      </div>
    </li>
  )
}

/** The choice whether colleagues see it on the own homepage. */
function ShowSwitch({ certificate: { id, itemName, isShown } }: { certificate: Certificate }) {
  const t = useText('certificates')
  const { busy, run } = useAction()
  const show = (next: boolean) =>
    run(() => call(certificates.showCertificate, { params: { id }, body: { isShown: next } }))
  return (
    <div className="sy-row sy-gap-2 ce-line">
      <Switch
        size="small"
        checked={isShown}
        loading={busy}
        aria-label={t('mine.showOf', { name: itemName })}
        onChange={(next) => void show(next)}
      />
      <span aria-hidden="true">{t('mine.show')}</span>
    </div>
  )
}

/** As an Open Badge, for wallets and other platforms. */
async function loadBadge(id: string): Promise<void> {
  try {
    await download(certificates.certificateBadge, { params: { id } })
  } catch {
    // The call has said why not.
  }
}

/** What is to be done about it, where something is. */
function State({ certificate }: { certificate: Certificate }) {
  const t = useText('certificates')
  const { validity, expiresAt, renewal, revokeReason } = certificate
  if (validity === 'revoked')
    return (
      <p className="ce-note" data-level="bad">
        {t('mine.revokedFor', { reason: revokeReason })}
      </p>
    )
  if (expiresAt === null || (validity !== 'expiring' && validity !== 'expired')) return null
  return (
    <p className="ce-note" data-level={validity === 'expired' ? 'bad' : 'soon'}>
      {validity === 'expiring'
        ? t('mine.expiresIn', { count: daysLeft(expiresAt, Date.now()) })
        : t('mine.expiredOn', { date: dateText(lastInstant(expiresAt), 'day') })}
      {renewal && (
        <>
          {' · '}
          <Link to={renewal.link}>{t('mine.renew', { name: renewal.name })}</Link>
        </>
      )}
    </p>
  )
}
