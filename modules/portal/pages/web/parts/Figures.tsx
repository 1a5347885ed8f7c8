import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import type { ShownModule } from '../../contract/shown.ts'

/** The member's own figures. */
export function Figures({ module }: { module: ShownModule }) {
  const t = useText('pages')
  return (
    <HomeSection title={module.title || t('types.figures')} more={<Link to="/center">{t('view.toCenter')}</Link>}>
      <dl className="sy-box pg-figures">
        {module.items.map(({ id, value }) => (
          <div key={id}>
            <dt>{t(`figures.${id}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </HomeSection>
  )
}
