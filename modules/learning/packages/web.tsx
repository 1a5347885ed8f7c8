/** Packages' door for the shell, and `<PackagePlayer>` and `<ShortestTime>` for the screens of who shows packages. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { authorsPackages } from './contract/access.ts'
import type { ShortestTimeProps } from './web/admin/ShortestTime.tsx'
import type { PackagePlayerProps } from './web/study/PackagePlayer.tsx'

const LazyTime = part(() => import('./web/admin/ShortestTime.tsx'), ['packages'])
const LazyPlayer = part(() => import('./web/study/PackagePlayer.tsx'), ['packages'])

/** A package that was opened by `launchPackage`, as wide as its place; beside it its contents, where it has several units. */
export function PackagePlayer(props: PackagePlayerProps) {
  return (
    <Suspense fallback={<LoadingState shape="spinner" />}>
      <LazyPlayer {...props} />
    </Suspense>
  )
}

/** The shortest credible time of a package, which its author may change there. */
export function ShortestTime(props: ShortestTimeProps) {
  return (
    <Suspense fallback={null}>
      <LazyTime {...props} />
    </Suspense>
  )
}

export const packagesWeb: WebModule = {
  name: 'packages',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/packages',
      title: { cn: '课件包', en: 'Learning packages' },
      screen: () => import('./web/admin/PackagesPage.tsx'),
      layout: 'admin',
      access: authorsPackages,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'content',
      order: 25,
      title: { cn: '课件包', en: 'Packages' },
      icon: 'folder',
      path: '/manage/packages',
      access: authorsPackages,
    },
  ],
  async whenSignedIn() {
    // Rarely is anything left: the code for it is loaded only then.
    if (localStorage.getItem('shuyuan.packages.pending') === null) return
    const { bringPending } = await import('./web/study/pending.ts')
    void bringPending()
  },
}
