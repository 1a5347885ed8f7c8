import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { ModuleTypeName } from '../../contract/module-types.ts'
import type { ShownModule } from '../../contract/shown.ts'
import { pagePaths } from '../paths.ts'
import { Carousel } from './Carousel.tsx'
import { Countdown } from './Countdown.tsx'
import { Figures } from './Figures.tsx'
import { ItemList } from './ItemList.tsx'
import { PageLink } from './PageLink.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { VideoView } from './VideoView.tsx'

interface Props {
  readonly module: ShownModule
  readonly pageId: string
}

/** What is written by hand has no heading of its own where its author gave it none. */
function Titled({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  if (title === '') return <div className="pg-bare">{children}</div>
  return (
    <HomeSection title={title} more={more}>
      {children}
    </HomeSection>
  )
}

function Picture({ pictureUrl, alt, link }: ShownModule) {
  if (!pictureUrl) return null
  const picture = <img className="pg-picture" src={pictureUrl} alt={alt} loading="lazy" />
  return link ? <PageLink to={link}>{picture}</PageLink> : picture
}

const isList = (type: ModuleTypeName) =>
  ['courses', 'subjects', 'paths', 'lives', 'exams', 'classes', 'contents', 'news', 'rankings'].includes(type)

function ListedModule({ module, pageId }: Props) {
  const t = useText('pages')
  const title = module.title || t(`types.${module.type}`)
  const more = module.hasMore && <Link to={pagePaths.more(pageId, module.id)}>{t('view.more')}</Link>
  return (
    <HomeSection title={title} more={more}>
      {module.items.length === 0 ? (
        <EmptyState small title={t('view.nothing')} />
      ) : (
        <ItemList items={module.items} layout={module.layout} />
      )}
    </HomeSection>
  )
}

/** Parts that read by themselves what is the member's own; whoever has nothing there sees nothing. */
function OwnPart({ module }: { module: ShownModule }) {
  const values = { count: module.count }
  switch (module.type) {
    case 'todos':
      return <Slot name="home-first" values={{}} />
    case 'roles':
      return <Slot name="home-side" values={{}} />
    case 'activity':
      return <Slot name="home" values={{}} />
    case 'notices':
      return <Slot name="page-notices" values={values} />
    case 'calendar':
      return <Slot name="page-calendar" values={values} />
    default:
      return null
  }
}

function Content({ module, pageId }: Props) {
  switch (module.type) {
    case 'greeting':
      return <Slot name="greeting" values={{}} fallback={<div className="sy-hero pg-hero-place" />} />
    case 'banner':
      return <Carousel module={module} />
    case 'shortcuts':
      return (
        <Titled title={module.title}>
          <Shortcuts items={module.items} layout={module.layout} />
        </Titled>
      )
    case 'rich-text':
      return (
        <Titled title={module.title}>
          <Prose html={module.html ?? ''} className="sy-box pg-text" />
        </Titled>
      )
    case 'picture':
      return (
        <Titled title={module.title}>
          <Picture {...module} />
        </Titled>
      )
    case 'video':
      return (
        <Titled title={module.title}>
          <VideoView module={module} />
        </Titled>
      )
    case 'countdown':
      return (
        <Titled title={module.title}>
          <Countdown module={module} />
        </Titled>
      )
    case 'figures':
      return <Figures module={module} />
    default:
      return isList(module.type) ? <ListedModule module={module} pageId={pageId} /> : <OwnPart module={module} />
  }
}

export const ModuleView = memo(function ModuleView(props: Props) {
  const t = useText('pages')
  const { module } = props
  return (
    <div className="pg-module" data-type={module.type} data-module={module.id}>
      {module.failed ? (
        <HomeSection title={module.title || t(`types.${module.type}`)}>
          <ErrorState small title={t('view.failed')} />
        </HomeSection>
      ) : (
        <Content {...props} />
      )}
    </div>
  )
})
