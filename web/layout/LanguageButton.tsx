import { switchLanguage, useLanguage, useText } from '../i18n/texts.ts'
import { notify } from '../ui/notify.ts'

/** Turns the screen to the other of the two languages. */
export function LanguageButton() {
  const t = useText('shell')
  const other = useLanguage() === 'cn' ? 'en' : 'cn'
  const turn = () => {
    switchLanguage(other).catch(() => notify('error', t('error.description')))
  }
  return (
    <button
      type="button"
      className="sy-icon-button"
      lang={other === 'cn' ? 'zh-CN' : 'en'}
      aria-label={other === 'cn' ? '切换到中文' : 'Switch to English'}
      onClick={turn}
    >
      <span className="sy-language" aria-hidden="true">
        {other === 'cn' ? '中' : 'EN'}
      </span>
    </button>
  )
}
