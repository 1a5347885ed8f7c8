import { Link } from 'react-router'
import { useText } from '../../i18n/texts.ts'
import { paths } from '../../paths.ts'
import { Slot } from '../../slots.tsx'
import { EmptyShelf } from '../../ui/pictures/EmptyShelf.tsx'
import './home.css'

/** Where a branch was entered without knowing which (SHELL-022, SHELL-035). */
export default function NoDataPage() {
  const t = useText('shell')
  return (
    <div className="sy-empty sy-error-page">
      <div className="sy-empty-picture">
        <EmptyShelf />
      </div>
      <h1 tabIndex={-1}>{t('noData.title')}</h1>
      <p className="sy-empty-description">{t('noData.description')}</p>
      <Slot name="branch-choice" values={{}} />
      <div className="sy-empty-action">
        <Link className="sy-button" to={paths.home}>
          {t('errorPage.home')}
        </Link>
      </div>
    </div>
  )
}
