import { Link } from 'react-router'
import { useText } from '../i18n/texts.ts'
import { paths } from '../paths.ts'
import { look } from '../theme/look.ts'
import { useProductName } from '../title.ts'
import { pictureUrl } from '../ui/picture.ts'
import { Seal } from '../ui/Seal.tsx'

/** The company's logo and name, or ours; it leads home. */
export function Brand({ small }: { small?: boolean }) {
  const t = useText('shell')
  const { logoPath } = look.use()
  const name = useProductName()
  const logo = pictureUrl(logoPath)
  return (
    <Link to={paths.home} className={small ? 'sy-brand sy-brand-small' : 'sy-brand'} aria-label={t('toHome', { name })}>
      {logo ? <img src={logo} alt="" height={small ? 28 : 34} /> : <Seal size={small ? 30 : 36} />}
      <span className="sy-brand-name">{name}</span>
    </Link>
  )
}
