// A classic script in the head: the remembered theme is there before the first paint.
"use strict";

(() => {
  const root = document.documentElement;
  const remembered = localStorage.getItem("theme");
  if (remembered) root.dataset.theme = remembered;
})();
