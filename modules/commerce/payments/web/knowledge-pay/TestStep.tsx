import { Button } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { testOutcomes } from '../../contract/member.ts'
import { payments } from '../../contract.ts'

/** In place of a real provider: one chooses what it says. */
export function TestStep({ id }: { id: string }) {
  const t = useText('payments')
  const { busy, run } = useAction()
  return (
    <>
      <p>{t('test.choose')}</p>
      <div className="sy-row sy-wrap sy-gap-2">
        {testOutcomes.map((outcome) => (
          <Button
            key={outcome}
            type={outcome === 'paid' ? 'primary' : 'default'}
            disabled={busy}
            title={t(`test.hints.${outcome}`)}
            onClick={() => void run(() => call(payments.testPayment, { params: { id }, body: { outcome } }))}
          >
            {t(`test.outcomes.${outcome}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
