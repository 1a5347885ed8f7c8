import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { surveys } from '../../contract.ts'

interface Props {
  readonly survey: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Ends a survey before its time: asked first, for whoever is answering cannot submit any more. */
export function EndDialog({ survey: { id, name }, onClose }: Props) {
  const t = useText('surveys')
  const input = { params: { id } }
  return (
    <ForecastDialog
      entry={surveys.endSurvey}
      input={input}
      danger
      question={t('end.question', { name })}
      consequence={t('end.consequence')}
      okText={t('editor.end')}
      onConfirm={async () => {
        await call(surveys.endSurvey, input)
        notify('success', t('end.done'))
      }}
      onClose={onClose}
    />
  )
}
