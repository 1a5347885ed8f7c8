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
    {
      path: '/admin/course-progress',
      title: { cn: '学习进度', en: 'Learning progress' },
      screen: () => import('./web/admin/FollowedCoursesPage.tsx'),
      layout: 'admin',
      access: { permission: ['course.author', 'course.progress', 'course.manage'] },
    },
    {
      path: '/admin/course-progress/:id',
      title: { cn: '学员进度', en: 'Learners' },
      screen: () => import('./web/admin/BoardPage.tsx'),
      layout: 'admin',
      access: { permission: ['course.author', 'course.progress', 'course.manage'] },
    },
    {
      path: '/admin/course-categories',
      title: { cn: '课程分类', en: 'Course categories' },
      screen: () => import('./web/admin/CategoriesPage.tsx'),
      layout: 'admin',
      access: { permission: 'course.manage' },
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
    {
      area: 'admin',
      group: 'content',
      order: 20,
      title: { cn: '学习进度', en: 'Learning progress' },
      icon: 'chart',
      path: '/admin/course-progress',
      access: { permission: ['course.author', 'course.progress', 'course.manage'] },
    },
    {
      area: 'admin',
      group: 'content',
      order: 30,
      title: { cn: '课程分类', en: 'Course categories' },
      icon: 'folder',
      path: '/admin/course-categories',
      access: { permission: 'course.manage' },
    },
  ],
  widgets: {
    home: [
      { order: 10, screen: () => import('./web/home/ContinueWidget.tsx') },
      { order: 20, screen: () => import('./web/home/NewestWidget.tsx') },
    ],
    center: [{ order: 10, screen: () => import('./web/center/CenterStudy.tsx') }],
  },
}
