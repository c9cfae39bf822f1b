import { render } from 'preact';
import { App } from './app.js';

const root = document.getElementById('app');
const isNewEnough = 'showModal' in HTMLDialogElement.prototype && 'locks' in navigator;
if (root !== null) {
  if (isNewEnough || !window.isSecureContext) render(<App />, root);
  else root.textContent = 'This browser is too old for this page: please use a newer one.';
}
