import './plans.css'
import { useText } from '#web/i18n/texts.ts'
import { moneyText } from '#web/ui/money.ts'

interface Amounts {
  readonly plannedHundredths: number
  readonly actualHundredths: number
}

interface Props extends Amounts {
  readonly categories: readonly (Amounts & { readonly category: string })[]
}

/** Planned against actual, by category and in all. What is over the budget is marked by words and color. */
export function BudgetTable({ categories, plannedHundredths, actualHundredths }: Props) {
  const t = useText('plans')
  const left = ({ plannedHundredths: planned, actualHundredths: actual }: Amounts) =>
    actual > planned ? (
      <span className="pl-over">
        {moneyText(planned - actual)} <span className="sy-note">{t('costs.over')}</span>
      </span>
    ) : (
      moneyText(planned - actual)
    )
  const total = { plannedHundredths, actualHundredths }
  return (
    <table className="pl-budget sy-number">
      <thead>
        <tr>
          <th scope="col">{t('plan.category')}</th>
          <th scope="col">{t('plans.planned')}</th>
          <th scope="col">{t('plans.actual')}</th>
          <th scope="col">{t('costs.left')}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map((one) => (
          <tr key={one.category}>
            <th scope="row">{t(`maps.category.${one.category}`)}</th>
            <td>{moneyText(one.plannedHundredths)}</td>
            <td>{moneyText(one.actualHundredths)}</td>
            <td>{left(one)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('plan.total')}</th>
          <td>{moneyText(plannedHundredths)}</td>
          <td>{moneyText(actualHundredths)}</td>
          <td>{left(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
