/** Courses' door for the browser shell. */
import type { WebModule } from '#web/module.ts'

export const coursesWeb: WebModule = {
  name: 'courses',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { path: '/study-v', title: { cn: '学习中心', en: 'Study' }, screen: () => import('./web/study/StudyPage.tsx') },
    {
      path: '/study/course',
      title: { cn: '课程库', en: 'Course library' },
      screen: () => import('./web/study/CataloguePage.tsx'),
    },
    {
      path: '/study/course/detail/:id',
      title: { cn: '课程学习', en: 'Course' },
      screen: () => import('./web/study/CoursePage.tsx'),
    },
    {
      path: '/study/course/preview/:id',
      title: { cn: '课程预览', en: 'Course preview' },
      screen: () => import('./web/study/PreviewPage.tsx'),
      access: { permission: 'course.author' },
    },
  ],
  menu: [
    {
      area: 'main',
      order: 20,
      title: { cn: '学习', en: 'Study' },
      icon: 'study',
      path: '/study-v',
      phone: true,
    },
    {
      area: 'main',
      order: 21,
      title: { cn: '课程', en: 'Courses' },
      icon: 'library',
      path: '/study/course',
      phone: true,
    },
  ],
}
