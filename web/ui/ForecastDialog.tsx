import { Modal } from 'antd'
import type { CallInput, Endpoint, Output } from '#kit/contract.ts'
import type { Forecast } from '#kit/forecast.ts'
import { CallError } from '../api/call-error.ts'
import { useForecast } from '../api/use-forecast.ts'
import { useText } from '../i18n/texts.ts'
import { ForecastNote } from './ForecastNote.tsx'
import { useAction } from './use-action.ts'

interface Props<E extends Endpoint> {
  /** The call that is asked about, and its input. */
  readonly entry: E
  readonly input: CallInput<E>
  readonly question: string
  readonly consequence?: string
  readonly okText: string
  readonly danger?: boolean
  readonly summary?: (forecast: Forecast<Output<E>>) => readonly string[]
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before a call that changes much, and says what it would do. A call that would be refused can't be confirmed. */
export function ForecastDialog<E extends Endpoint>(props: Props<E>) {
  const { entry, input, question, consequence, okText, danger, summary, onConfirm, onClose } = props
  const t = useText('shell')
  const { busy, run } = useAction()
  const state = useForecast(entry, busy ? undefined : input)
  const isRefused = state.error instanceof CallError && state.error.kind === 'refused'
  return (
    <Modal
      open
      title={question}
      okText={okText}
      cancelText={t('cancel')}
      okButtonProps={{ danger, loading: busy, disabled: isRefused }}
      onOk={() => void run(onConfirm, { close: onClose })}
      onCancel={onClose}
    >
      {consequence && <p>{consequence}</p>}
      <ForecastNote state={state} summary={summary} />
    </Modal>
  )
}
