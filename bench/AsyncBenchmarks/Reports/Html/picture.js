// One static picture: light, and dark where the reader's system is.
function drawPicture(text) {
  "use strict";
  var picture = JSON.parse(text), light = Charts.themes.light, dark = Charts.themes.dark;
  var shown = Charts.view(picture.rows), count = shown.series.length;
  var font = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
  var keys = legendLines(), classes = "";
  var layout = { width: 920, isNarrow: false, head: 68 + (keys.length > 0 ? 6 + 18 * keys.length : 0), foot: 12, font: font,
    measures: Charts.measures(picture.rows, "") };
  var height = Charts.height(shown, layout);
  var option = Charts.option(shown, Charts.ranges(picture.rows, layout.measures), light, layout);

  option.backgroundColor = light.page;
  option.title.push(
    { text: picture.title, left: 20, top: 16, padding: 0, textStyle: { fontSize: 17, fontWeight: "bold", color: light.ink } },
    { text: picture.subtitle, left: 20, top: 40, padding: 0,
        textStyle: { fontSize: 12, fontWeight: "normal", color: light.muted, width: layout.width - 40, overflow: "truncate" } });
  if (keys.length > 0) {
    option.title.push(legend());
  }

  var chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: layout.width, height: height });
  chart.setOption(option);
  var svg = chart.renderToSVGString();
  chart.dispose();
  return short(svg).replace(/^<svg([^>]*)>/, "<svg$1 role=\"img\">" + words() + "<style>" + darkColors() + classes + "</style>");

  // What only a page with a pointer needs goes, and what texts have in common becomes a class.
  function short(svg) {
    var names = {}, count = 0;
    classes = "text{dominant-baseline:central;white-space:pre}";
    return svg
      .replace(/<style ><!\[CDATA\[[\s\S]*?<\/style>\s*/g, "")
      .replace(/ (ecmeta_\w+|pointer-events|class|xml:space|dominant-baseline)="[^"]*"/g, "")
      .replace(/ style="([^"]*)"/g, function (whole, style) {
        if (!names.hasOwnProperty(style)) {
          names[style] = "t" + count++;
          classes += "." + names[style] + "{" + style + "}";
        }
        return " class=\"" + names[style] + "\"";
      })
      .replace(/<(path|rect)([^>]*)><\/\1>/g, "<$1$2/>");
  }

  // The series that fit in each line.
  function legendLines() {
    var lines = [], room = 0;
    (count > 1 ? shown.series : []).forEach(function (name, index) {
      var width = Charts.textWidth(name, false) + 56;
      if (width > room) {
        lines.push([]);
        room = 880;
      }
      room -= width;
      lines[lines.length - 1].push("{ours" + index + "|} {other" + index + "|}\u00a0" + name);
    });
    return lines;
  }

  function legend() {
    var rich = {};
    for (var index = 0; index < count; index++) {
      ["ours", "other"].forEach(function (kind) {
        rich[kind + index] = { backgroundColor: Charts.shade(light, kind, index, count), width: 10, height: 10, borderRadius: 2 };
      });
    }
    return {
      text: keys.map(function (line) { return line.join("\u00a0\u00a0"); }).join("\n"),
      left: 20, top: 66, padding: 0,
      textStyle: { fontSize: 12, lineHeight: 18, fontWeight: "normal", color: light.muted, rich: rich }
    };
  }

  function words() {
    return "<title>" + escape(picture.title + ". " + picture.subtitle) + "</title>";
  }

  function escape(words) {
    return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  }

  // A rule in a style sheet wins over an attribute: each light color has its dark one.
  function darkColors() {
    var rules = {};
    ["page", "ink", "muted", "line", "missing"].forEach(function (name) { rules[light[name]] = dark[name]; });
    ["ours", "other", "reference"].forEach(function (kind) {
      for (var i = 0; i < count; i++) {
        rules[Charts.shade(light, kind, i, count)] = Charts.shade(dark, kind, i, count);
      }
    });
    var text = "";
    Object.keys(rules).forEach(function (color) {
      text += "[fill=\"" + color + "\"]{fill:" + rules[color] + "}[stroke=\"" + color + "\"]{stroke:" + rules[color] + "}";
    });
    return "@media(prefers-color-scheme:dark){" + text + "}";
  }
}
