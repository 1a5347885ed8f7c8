import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import type { Banner } from '../../contract/management.ts'
import { liveState } from '../live-state.ts'
import { livePaths } from '../paths.ts'

const EACH_MS = 6000

/**
 * The banners one after the other; the animation pauses under the pointer, with the focus inside, and by its button.
 */
export function Banners({ banners }: { banners: readonly Banner[] }) {
  const t = useText('live')
  const [at, setAt] = useState(0)
  const [resting, setResting] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [paused, setPaused] = useState(false)
  const count = banners.length
  const shown = banners[at % count]
  const moves = count > 1 && !resting && !paused
  useEffect(() => {
    if (!moves) return
    const timer = setTimeout(() => setAt((at + 1) % count), EACH_MS)
    return () => clearTimeout(timer)
  }, [moves, at, count])
  if (!shown) return null
  const step = (by: number) => setAt((at + by + count) % count)
  return (
    <section
      className="lv-banners"
      aria-label={t('home.banners')}
      aria-roledescription="carousel"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <BannerPicture key={shown.id} banner={shown} />
      {count > 1 && (
        <div className="sy-row lv-banner-controls">
          <button type="button" aria-label={t('home.bannerBefore')} onClick={() => step(-1)}>
            <Icon name="chevron-left" size={18} />
          </button>
          {banners.map((banner, index) => (
            <button
              key={banner.id}
              type="button"
              className="lv-banner-dot"
              aria-label={t('home.bannerTo', { number: index + 1 })}
              aria-current={index === at % count}
              onClick={() => setAt(index)}
            />
          ))}
          <button type="button" aria-label={t('home.bannerNext')} onClick={() => step(1)}>
            <Icon name="chevron-right" size={18} />
          </button>
          <button type="button" aria-pressed={resting} className="lv-banner-rest" onClick={() => setResting(!resting)}>
            {t(resting ? 'home.bannerPlay' : 'home.bannerPause')}
          </button>
        </div>
      )}
    </section>
  )
}

function BannerPicture({ banner }: { banner: Banner }) {
  const { supplier } = liveState.use()
  const picture = (
    <>
      <img src={pictureUrl(banner.picturePath)} alt={banner.title} />
      {banner.title !== '' && <span aria-hidden="true">{banner.title}</span>}
    </>
  )
  if (banner.liveId !== null) {
    return (
      <Link className="lv-banner" to={livePaths.detail(banner.liveId, supplier)}>
        {picture}
      </Link>
    )
  }
  if (banner.url !== null) {
    return (
      <a className="lv-banner" href={banner.url} target="_blank" rel="noopener noreferrer">
        {picture}
      </a>
    )
  }
  return <div className="lv-banner">{picture}</div>
}
