import './invoices.css'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { moneyText } from '#web/ui/money.ts'
import type { InvoiceDetails } from '../../contract/invoices.ts'
import { REFUNDING, REJECTED } from '../../contract/states.ts'
import { StateTag } from './StateTag.tsx'

const yuan = (hundredths: string) => moneyText(Number(hundredths))

/** Everything that an invoice says, what it covers, and what happened to it. */
export function InvoiceDetail({ invoice }: { invoice: InvoiceDetails }) {
  const t = useText('invoices')
  const { address, file, state } = invoice
  const has = (value: string, label: string) => value !== '' && ([label, value] as const)
  return (
    <>
      {state === REJECTED && (
        <p className="sy-callout" role="note">
          {t('detail.reason', { reason: invoice.reason })}
        </p>
      )}
      {state === REFUNDING && (
        <p className="sy-callout" role="note">
          {t('detail.refunding', { amount: yuan(invoice.dueAmount) })}
        </p>
      )}
      <Facts
        shape="rows"
        items={[
          [t('state'), <StateTag key="state" state={state} />],
          [t('amount'), <strong key="amount">{yuan(invoice.amount)}</strong>],
          [t('type'), t(`maps.invoice-type.${invoice.invoiceType}`)],
          [t('medium'), t(`maps.invoice-medium.${invoice.invoiceMedium}`)],
          [t('billingType'), t(`maps.billing-type.${invoice.billingType}`)],
          [t('info.title'), invoice.title],
          has(invoice.taxpayerId, t('info.taxpayerId')),
          has(invoice.registeredAddress, t('info.registeredAddress')),
          has(invoice.registeredPhone, t('info.registeredPhone')),
          has(invoice.bank, t('info.bank')),
          has(invoice.bankAccount, t('info.bankAccount')),
          has(invoice.remark, t('info.remark')),
          address && [
            t('detail.address'),
            `${address.receiver} ${address.phone} · ${address.text} ${address.postalCode}`.trim(),
          ],
          invoice.invoiceNumber !== null && [t('number'), invoice.invoiceNumber],
          invoice.issuedAt !== null && [t('detail.issuedAt'), <DateText key="issued" value={invoice.issuedAt} />],
          has(`${invoice.expressCompany} ${invoice.expressNumber}`.trim(), t('detail.express')),
          file !== null && [
            t('detail.file'),
            file.url === null ? (
              t('detail.fileGone')
            ) : (
              <a key="file" href={file.url} target="_blank" rel="noreferrer">
                {file.name}
              </a>
            ),
          ],
        ]}
      />
      <section aria-labelledby="iv-lines">
        <h3 id="iv-lines">{t('detail.orders')}</h3>
        <ul className="sy-plain-list iv-lines">
          {invoice.lines.map((line) => (
            <li key={line.id}>
              <span>
                {line.subject} <small className="sy-faint">{line.number}</small>
              </span>
              <span className="iv-amount">
                {yuan(line.amount)}
                {line.reducedAmount !== '0' && (
                  <small>{t('detail.reduced', { amount: yuan(line.reducedAmount) })}</small>
                )}
                {line.dueAmount !== '0' && <small>{t('detail.due', { amount: yuan(line.dueAmount) })}</small>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {invoice.redLetters.length > 0 && (
        <section aria-labelledby="iv-red">
          <h3 id="iv-red">{t('detail.redLetters')}</h3>
          <ul className="sy-plain-list iv-lines">
            {invoice.redLetters.map(({ id, number, amount, isWhole, issuedAt }) => (
              <li key={id}>
                <span>
                  {number} · {t(isWhole ? 'detail.whole' : 'detail.partial')} · <DateText value={issuedAt} />
                </span>
                <span className="iv-amount">−{yuan(amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="iv-events">
        <h3 id="iv-events">{t('detail.events')}</h3>
        <ol className="iv-events">
          {invoice.events.map(({ id, kind, actorName, amount, note, at }) => (
            <li key={id}>
              <p>
                <strong>{t(`events.${kind}`)}</strong> {yuan(amount)}
                {note !== '' && ` · ${note}`}
              </p>
              <p className="sy-note">
                <DateText value={at} /> · {actorName ?? t('detail.byRefund')}
              </p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
