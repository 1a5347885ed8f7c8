/** Packages' door for the shell, and `<PackagePlayer>` for the screens of who shows packages. */
import type { WebModule } from '#web/module.ts'

export { PackagePlayer } from './web/study/PackagePlayer.tsx'

export const packagesWeb: WebModule = {
  name: 'packages',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
