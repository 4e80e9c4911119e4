// The service worker: shows a notice when one is pushed, and leads to the table when it is pressed. It keeps nothing.

self.addEventListener("push", (event) => {
  const { title, text, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, icon: "/static/icon-192.png", tag: url, data: url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === new URL(url, self.location).pathname);
  return there ? there.focus() : self.clients.openWindow(url);
}
