import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type AskAboutProps, askAboutPath } from './source.ts'

/** The way to a question about what is on the screen. */
export default function AskAbout(about: AskAboutProps) {
  const t = useText('ask')
  return (
    <Link className="sy-button sy-button-small sy-button-plain" to={askAboutPath(about)}>
      <Icon name="community" size={16} />
      {t('question.about')}
    </Link>
  )
}
