import { StartPage } from './StartPage.tsx'

/** The host's page (LIVE-010, LIVE-012). */
export default function ActionPage() {
  return <StartPage entry="host" />
}
