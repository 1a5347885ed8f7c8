import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { ReportDetails } from '../../contract/reports.ts'
import { amountText, costText, daysText } from './amounts.ts'

/** A report to read, with its evidence. */
export function ReportFacts({ report }: { report: ReportDetails }) {
  const t = useText('external')
  const { member, organizationName, kind, provider, place, hourHundredths, costHundredths, evidence } = report
  return (
    <div className="sy-card">
      <Facts
        shape="rows"
        items={[
          [t('report.member'), [member?.fullName, organizationName].filter(Boolean).join(' · ') || '—'],
          report.activity && [t('report.asked'), report.activity.title],
          [t('report.kind'), t(`maps.kind.${kind}`)],
          [t('report.provider'), provider || '—'],
          place !== '' && [t('report.place'), place],
          [t('report.days'), daysText(report)],
          [t('report.hours'), amountText(hourHundredths)],
          [t('report.cost'), costText(costHundredths)],
          report.certificateNumber !== '' && [t('report.certificateNumber'), report.certificateNumber],
          report.summary !== '' && [t('report.summary'), report.summary],
          report.submittedAt !== null && [
            t('report.submittedAt'),
            <DateText key="submitted" value={report.submittedAt} />,
          ],
          report.decidedBy !== null && [t('report.decidedBy'), report.decidedBy],
          report.reason !== '' && [t('report.reason'), report.reason],
          [
            t('report.evidence'),
            evidence.length === 0 ? (
              t('report.noEvidence')
            ) : (
              <span key="evidence" className="sy-column sy-gap-1">
                {evidence.map((file) => (
                  <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
                    {file.name}
                  </a>
                ))}
              </span>
            ),
          ],
        ]}
      />
    </div>
  )
}
