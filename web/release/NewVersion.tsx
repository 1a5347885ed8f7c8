import { useBilingual } from '../i18n/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { release } from './watch.ts'

/** Said in the code: when this has to be said, the files of this build may be gone. */
const words = {
  title: { cn: '系统已更新', en: 'A new version is available' },
  hint: {
    cn: '重新加载后即可使用，请先保存正在填写的内容',
    en: 'Reload to use it. Save what you are working on first.',
  },
  reload: { cn: '重新加载', en: 'Reload' },
  later: { cn: '稍后', en: 'Later' },
}

interface Props {
  readonly onReload: () => void
  readonly onPutOff: () => void
}

/** Stands in a corner and waits: nothing behind it is blocked. */
export function NewVersion({ onReload, onPutOff }: Props) {
  const say = useBilingual()
  const { next, putOff } = release.use()
  return (
    <div role="status" aria-live="polite">
      {next !== undefined && next !== putOff && (
        <div className="sy-release">
          <Icon name="refresh" size={20} />
          <div>
            <strong>{say(words.title)}</strong>
            <p>{say(words.hint)}</p>
          </div>
          <div className="sy-release-acts">
            <button type="button" className="sy-release-later" onClick={onPutOff}>
              {say(words.later)}
            </button>
            <button type="button" className="sy-button" onClick={onReload}>
              {say(words.reload)}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
