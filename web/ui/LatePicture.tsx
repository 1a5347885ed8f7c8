import { useEffect, useRef, useState } from 'react'

/** So far below the screen a picture is fetched; browsers' own `loading="lazy"` begins 1,250 pixels before. */
const MARGIN = '300px'
/** What has been on the screen once is in the browser's cache. */
const seen = new Set<string>()

/** A picture that is fetched when it is about to be seen. Its place has its size by itself. */
export function LatePicture({ src, onError }: { src: string; onError: () => void }) {
  const [isNear, setNear] = useState(seen.has(src))
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (isNear || !picture.current) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        seen.add(src)
        setNear(true)
      },
      { rootMargin: MARGIN },
    )
    watch.observe(picture.current)
    return () => watch.disconnect()
  }, [src, isNear])
  return <img ref={picture} src={isNear ? src : undefined} alt="" data-late={!isNear} onError={onError} />
}
