import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ShownModule } from '../../contract/shown.ts'
import { PageLink } from './PageLink.tsx'

const STILL = '(prefers-reduced-motion: reduce)'

/** Goes on by itself only where its author said so, nobody points at it, and the reader has not asked for still screens. */
function useTurning(count: number, seconds: number) {
  const [at, setAt] = useState(0)
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (seconds === 0 || isHeld || count < 2 || matchMedia(STILL).matches) return
    const timer = setInterval(() => setAt((now) => (now + 1) % count), seconds * 1000)
    return () => clearInterval(timer)
  }, [count, seconds, isHeld])
  return { at: Math.min(at, Math.max(count - 1, 0)), setAt, isHeld, hold }
}

/** Pictures that take turns. All have one height, so that nothing below moves. */
export function Carousel({ module }: { module: ShownModule }) {
  const t = useText('pages')
  const { items, seconds } = module
  const { at, setAt, isHeld, hold } = useTurning(items.length, seconds)
  const item = items[at]
  if (!item) return null
  const move = (step: number) => setAt((at + step + items.length) % items.length)
  const picture = (
    <>
      {item.pictureUrl && <img src={item.pictureUrl} alt={item.title} />}
      {(item.title !== '' || item.text !== '') && (
        <span className="pg-banner-words">
          {item.title !== '' && <strong>{item.title}</strong>}
          {item.text !== '' && <span>{item.text}</span>}
        </span>
      )}
    </>
  )
  return (
    <section
      className="pg-banner"
      aria-roledescription={t('view.carousel')}
      aria-label={module.title || t('types.banner')}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <div aria-live={isHeld ? 'polite' : 'off'}>
        {item.link ? (
          <PageLink className="pg-banner-picture" to={item.link}>
            {picture}
          </PageLink>
        ) : (
          <span className="pg-banner-picture">{picture}</span>
        )}
      </div>
      {items.length > 1 && (
        <div className="pg-banner-steps">
          <button type="button" aria-label={t('view.previous')} onClick={() => move(-1)}>
            <Icon name="chevron-left" size={18} />
          </button>
          <span>{t('view.place', { at: at + 1, count: items.length })}</span>
          <button type="button" aria-label={t('view.next')} onClick={() => move(1)}>
            <Icon name="chevron-right" size={18} />
          </button>
        </div>
      )}
    </section>
  )
}
