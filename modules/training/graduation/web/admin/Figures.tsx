import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import type { ForecastFigures } from '../../contract/managing.ts'

/** How many would graduate now, and what the others miss. */
export function Figures({ figures }: { figures: ForecastFigures }) {
  const t = useText('graduation')
  const { participants, graduated, passing, failing, retraining, obstacles } = figures
  const open = passing + failing
  return (
    <div className="sy-card gr-section">
      <Facts
        shape="figures"
        items={[
          [t('figures.participants'), String(participants)],
          [t('figures.graduated'), String(graduated)],
          [t('figures.passing'), String(passing)],
          [t('figures.failing'), String(failing)],
          retraining > 0 && [t('figures.retraining'), String(retraining)],
        ]}
      />
      {open > 0 && <p>{failing > 0 ? t('figures.failingNote', { total: open, failing }) : t('figures.allPass')}</p>}
      {obstacles.length > 0 && (
        <ul className="sy-plain-list sy-row sy-wrap sy-gap-3">
          {obstacles.map(({ kind, name, members }) => (
            <li key={`${kind} ${name}`} className="sy-tag">
              {t(`figures.missing.${kind}`, { name, count: members })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
