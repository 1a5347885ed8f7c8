import { StartPage } from './StartPage.tsx'

/** The lecturers' page (LIVE-008). */
export default function LecturerPage() {
  return <StartPage entry="lecturer" />
}
