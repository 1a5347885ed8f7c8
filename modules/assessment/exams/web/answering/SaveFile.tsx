import { saveFile } from '#web/api/save-file.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { answerFileEnding } from '../../contract/answer-file.ts'

interface Props {
  readonly examName: string
  /** The sealed text of the file. */
  readonly seal: () => Promise<string>
}

/** Saves what the server does not have, for the proctors to hand in. It goes on being sent as well. */
export function SaveFile({ examName, seal }: Props) {
  const t = useText('exams')
  const { busy, run } = useAction()
  const save = () =>
    run(async () => saveFile(new Blob([await seal()]), `${examName}${answerFileEnding}`), {
      done: t('answerFile.saved'),
    })
  return (
    <div className="sy-callout sy-row sy-wrap sy-gap-3 ex-save-file">
      <span>{t('answerFile.hint')}</span>
      <button
        type="button"
        className="sy-button sy-button-plain sy-button-small"
        disabled={busy}
        onClick={() => void save()}
      >
        <Icon name="download" size={16} />
        {t('answerFile.save')}
      </button>
    </div>
  )
}
