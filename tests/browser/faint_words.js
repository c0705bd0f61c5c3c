// All words on the page whose contrast to what is behind them is below 4.5 to 1, each with its contrast.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  /** A colour, however it is written, as red, green, blue and opacity from 0 to 1. */
  function channels(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
  }

  const over = ([r, g, b, a], below) => [r, g, b].map((value, n) => value * a + below[n] * (1 - a));

  function behind(element) {
    if (!element) return [1, 1, 1];
    const colour = channels(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(element.parentElement));
  }

  function luminance(colour) {
    const [r, g, b] = colour.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(element) {
    const ground = behind(element);
    const [darker, lighter] = [luminance(over(channels(getComputedStyle(element).color), ground)), luminance(ground)].sort(
      (one, other) => one - other,
    );
    return (lighter + 0.05) / (darker + 0.05);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent.trim();
    if (!words || !element.checkVisibility({ visibilityProperty: true }) || element.closest(".unseen, .emoji")) continue;
    const found = contrast(element);
    if (found < 4.5) faint.push(`${words}: ${found.toFixed(2)}`);
  }
  return faint;
}
