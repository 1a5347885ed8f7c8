import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { errorText, useLanguage, useText } from '../../i18n/texts.ts'
import { goTo, paths } from '../../paths.ts'
import { BrokenBridge } from '../../ui/pictures/BrokenBridge.tsx'
import { ClosedGate } from '../../ui/pictures/ClosedGate.tsx'
import { EmptyShelf } from '../../ui/pictures/EmptyShelf.tsx'
import { FullHall } from '../../ui/pictures/FullHall.tsx'
import { pictureOfCode } from './picture-of-code.ts'
import './home.css'

const pictures = { empty: EmptyShelf, permission: ClosedGate, limit: FullHall, generic: BrokenBridge }

/** A browser closes only windows that a script has opened; elsewhere the button leads home (SHELL-020, SHELL-021). */
function closeWindow(): void {
  window.close()
  setTimeout(() => goTo(paths.home, 'replace'), 100)
}

/** An address that no screen has: mistyped, or of an older release. */
const NOT_FOUND_PAGE = 'not-found'

/** To the screen before; where there is none the browser stays, and the home opens. */
function goBack(): void {
  const before = location.href
  history.back()
  setTimeout(() => location.href === before && goTo(paths.home, 'replace'), 300)
}

/** What a refusal means that leaves nothing to show: its picture and its text. */
export default function ErrorPage() {
  const t = useText('shell')
  const language = useLanguage()
  const { code = 'default' } = useParams()
  const message = useQuery({
    queryKey: ['error-text', code, language],
    queryFn: () => (code === NOT_FOUND_PAGE ? t('errorPage.notFound') : errorText(code)),
    staleTime: Infinity,
  })
  const kind = pictureOfCode(code)
  const Picture = pictures[kind]
  return (
    <div className="sy-empty sy-error-page">
      <div className="sy-empty-picture">
        <Picture />
      </div>
      <h1 tabIndex={-1}>{message.data ?? ' '}</h1>
      <p className="sy-empty-description">{t(`errorPage.hint.${kind}`)}</p>
      <div className="sy-empty-action">
        <Link className="sy-button" to={paths.home}>
          {t('errorPage.home')}
        </Link>
        {code === NOT_FOUND_PAGE ? (
          <button type="button" className="sy-button sy-button-plain" onClick={goBack}>
            {t('errorPage.back')}
          </button>
        ) : (
          <button type="button" className="sy-button sy-button-plain" onClick={closeWindow}>
            {t('errorPage.close')}
          </button>
        )}
      </div>
    </div>
  )
}
